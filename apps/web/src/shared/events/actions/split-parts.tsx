import type { UsedCategorySet } from '@solvane/contract/event-choices';
import type { Event } from '@solvane/contract/events';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../../table/screen-table.tsx';
import { durationText } from '../event-text.ts';
import { useEventLabels } from '../use-event-labels.ts';
import { useEventTime } from '../use-event-time.ts';
import { CategorySelect } from './category-select.tsx';
import type { SplitPart } from './split-review.ts';

interface SplitPartsProps {
  event: Event;
  parts: readonly SplitPart[];
  allCategories: UsedCategorySet['categories'];
  /** By the instant at which a part begins; those that are absent stay as they were. */
  categories: ReadonlyMap<number, string>;
  onChange: (categories: ReadonlyMap<number, string>) => void;
}

/** What the event becomes: each part with its length, and another cause where one is given. */
export function SplitParts({ event, parts, allCategories, categories, onChange }: SplitPartsProps) {
  const { formatMessage, locale } = useIntl();
  const words = useEventLabels();
  const time = useEventTime(event.timezone);
  const set = (startMs: number, category: string | null): void => {
    const next = new Map(categories);
    if (category === null) next.delete(startMs);
    else next.set(startMs, category);
    onChange(next);
  };
  const lastStartMs = parts.at(-1)?.startMs;
  const columns: DataColumn<SplitPart>[] = [
    {
      id: 'start',
      header: formatMessage({ id: 'EventDetails_Start' }),
      cell: ({ startMs }) => time(startMs),
      isRowHeader: true,
      canGrow: false,
      width: 128,
      card: 'title',
    },
    {
      id: 'end',
      header: formatMessage({ id: 'EventDetails_End' }),
      cell: ({ startMs, endMs }) =>
        startMs === lastStartMs && event.endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(endMs),
      width: 128,
      card: 'subtitle',
    },
    {
      id: 'duration',
      header: formatMessage({ id: 'EventLog_Column_Duration' }),
      cell: ({ startMs, endMs }) => durationText(endMs - startMs, locale),
      align: 'end',
      width: 72,
      card: 'value',
    },
    {
      id: 'category',
      header: formatMessage({ id: 'EventAction_Category' }),
      cell: ({ startMs }) => (
        <CategorySelect
          rowLabel={formatMessage({ id: 'EventAction_Split_CategoryOf' }, { start: time(startMs) })}
          placeholder={words.category(event.category)}
          categories={allCategories}
          value={categories.get(startMs) ?? null}
          onChange={(category) => set(startMs, category)}
        />
      ),
      width: 160,
      canGrow: true,
      card: 'line',
    },
  ];
  return (
    <ScreenTable
      label={formatMessage({ id: 'EventAction_Split_Parts' })}
      isBare
      rowHeight={40}
      rows={parts}
      columns={columns}
      getRowId={({ startMs }) => String(startMs)}
    />
  );
}
