import type { UnmappedCode, UsableCategory } from '@solvane/contract/event-codes';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { selectedIds } from '@solvane/ui/selected-ids';
import { type IntlShape, useIntl } from 'react-intl';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { TypeSelect } from '../../shared/events/type-select.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { TwoLines } from '../../shared/table/two-lines.tsx';
import { keyOf, type WantedCode } from './unmapped-classifications.ts';

interface UnmappedTableProps {
  items: readonly UnmappedCode[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  categoriesOf: (item: UnmappedCode) => readonly UsableCategory[];
  meaningOf: (item: UnmappedCode) => WantedCode | undefined;
  onWant: (item: UnmappedCode, meaning: WantedCode) => void;
}

/** Codes without a classification, each with where it comes from and what it may be classified as. */
export function UnmappedTable({ items, selected, onSelect, ...props }: UnmappedTableProps) {
  const intl = useIntl();
  const usable = new Set(items.filter(({ canMap }) => canMap).map(keyOf));
  return (
    <ScreenTable
      isBare
      label={intl.formatMessage({ id: 'EventCodeSet_Tab_Unmapped' })}
      rows={items}
      columns={columnsOf(intl, props)}
      getRowId={keyOf}
      nameOf={({ code }) => code}
      rowHeight={48}
      // A code whose manufacturer is not known cannot be mapped.
      selection={selectedIds(selected, (next) => onSelect(usable.intersection(next)))}
    />
  );
}

function columnsOf(intl: IntlShape, props: Omit<UnmappedTableProps, 'items' | 'selected' | 'onSelect'>): DataColumn<UnmappedCode>[] {
  const { formatMessage, formatDate, locale } = intl;
  const date = (instantMs: number): string => formatDate(instantMs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return [
    {
      id: 'code',
      header: formatMessage({ id: 'EventCodeSet_Column_Code' }),
      isRowHeader: true,
      width: 170,
      card: 'title',
      value: ({ code }) => code,
      cell: ({ code, message }) => (
        <TwoLines detail={message === '' ? formatMessage({ id: 'EventCodeSet_Unmapped_NoText' }) : message}>{code}</TwoLines>
      ),
    },
    {
      id: 'devices',
      header: formatMessage({ id: 'EventCodeSet_Column_Devices' }),
      width: 170,
      canGrow: true,
      card: 'subtitle',
      cell: (item) => <Devices item={item} />,
    },
    {
      id: 'count',
      header: formatMessage({ id: 'EventCodeSet_Column_Count' }),
      align: 'end',
      width: 72,
      card: 'value',
      value: ({ count }) => count,
      cell: ({ count }) => decimalText(count, { digits: 0, locale }),
    },
    {
      id: 'seen',
      header: formatMessage({ id: 'EventCodeSet_Column_Seen' }),
      width: 150,
      card: 'meta',
      value: ({ lastSeenMs }) => lastSeenMs,
      cell: ({ firstSeenMs, lastSeenMs }) => (
        <TwoLines detail={formatMessage({ id: 'EventCodeSet_Unmapped_Since' }, { since: date(firstSeenMs) })}>{date(lastSeenMs)}</TwoLines>
      ),
    },
    {
      id: 'category',
      header: formatMessage({ id: 'EventCodeSet_Column_Category' }),
      width: 230,
      card: 'line',
      cell: (item) => <Category item={item} {...props} />,
    },
    {
      id: 'type',
      header: formatMessage({ id: 'EventCodeSet_Column_Type' }),
      width: 170,
      card: 'line',
      cell: (item) => {
        const meaning = props.meaningOf(item);
        const label = formatMessage({ id: 'EventCodeSet_Type_Of' }, { code: item.code });
        if (!meaning || !item.canMap) return '';
        return (
          <TypeSelect label={label} value={meaning.eventType} onChange={(eventType) => props.onWant(item, { ...meaning, eventType })} />
        );
      },
    },
  ];
}

function Category({
  item,
  categoriesOf,
  meaningOf,
  onWant,
}: Pick<UnmappedTableProps, 'categoriesOf' | 'meaningOf' | 'onWant'> & { item: UnmappedCode }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { code, suggestion, canMap, manufacturer } = item;
  if (!canMap) return formatMessage({ id: manufacturer === null ? 'EventCodeSet_Unmapped_NoMaker' : 'EventCodeSet_Unmapped_NotAllowed' });
  const meaning = meaningOf(item);
  const categories = categoriesOf(item);
  const isSuggested = suggestion && meaning?.category === suggestion.category && meaning.eventType === suggestion.eventType;
  return (
    <TwoLines
      detail={
        isSuggested && formatMessage({ id: 'EventCodeSet_Unmapped_Suggested' }, { code: suggestion.code, text: suggestion.description })
      }
    >
      <RowSelect
        label={formatMessage({ id: 'EventCodeSet_Category_Of' }, { code })}
        value={meaning?.category ?? ''}
        options={[
          ...(meaning ? [] : [{ value: '', label: formatMessage({ id: 'EventCodeSet_Unmapped_Choose' }) }]),
          ...categories.map(({ name }) => ({ value: name, label: words.category(name) })),
        ]}
        onChange={(name) => {
          const category = categories.find((each) => each.name === name);
          if (category) onWant(item, { category: category.name, eventType: category.eventType });
        }}
      />
    </TwoLines>
  );
}

/** Whose code it is, and which devices sent it. */
function Devices({ item: { manufacturer, model, devices, deviceCount, sites } }: { item: UnmappedCode }) {
  const { formatMessage } = useIntl();
  const names = devices.map(({ name }) => name).join(', ');
  const maker = [manufacturer, model].filter((part) => part !== null).join(' ');
  const where =
    deviceCount === 1
      ? `${sites[0]?.name ?? ''} ${names}`
      : formatMessage({ id: 'EventCodeSet_Impact_Where' }, { devices: deviceCount, sites: sites.length });
  return <TwoLines detail={where}>{maker === '' ? formatMessage({ id: 'EventCodeSet_Unmapped_UnknownMaker' }) : maker}</TwoLines>;
}
