import type { UsedCategorySet } from '@solvane/contract/event-choices';
import type { Event } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { durationText } from '../event-text.ts';
import { useEventTime } from '../use-event-time.ts';
import { useEventWords } from '../use-event-words.ts';
import { CategorySelect } from './category-select.tsx';
import classes from './event-action-dialog.module.css';
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
  const words = useEventWords();
  const time = useEventTime(event.timezone);
  const set = (startMs: number, category: string | null): void => {
    const next = new Map(categories);
    if (category === null) next.delete(startMs);
    else next.set(startMs, category);
    onChange(next);
  };
  return (
    <table className={classes.parts}>
      <thead>
        <tr>
          <th scope="col">{formatMessage({ id: 'EventDetails_Start' })}</th>
          <th scope="col">{formatMessage({ id: 'EventDetails_End' })}</th>
          <th scope="col" className={classes.number}>
            {formatMessage({ id: 'EventLog_Column_Duration' })}
          </th>
          <th scope="col">{formatMessage({ id: 'EventAction_Category' })}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ startMs, endMs }, index) => (
          <tr key={startMs}>
            <td>{time(startMs)}</td>
            <td>{index === parts.length - 1 && event.endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(endMs)}</td>
            <td className={classes.number}>{durationText(endMs - startMs, locale)}</td>
            <td>
              <CategorySelect
                rowLabel={formatMessage({ id: 'EventAction_Split_CategoryOf' }, { start: time(startMs) })}
                placeholder={words.category(event.category)}
                categories={allCategories}
                value={categories.get(startMs) ?? null}
                onChange={(category) => set(startMs, category)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
