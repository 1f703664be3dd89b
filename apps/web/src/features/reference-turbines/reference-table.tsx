import type { SiteTurbine } from '@solvane/contract/models';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { NEAREST, type Neighbour, neighboursOf, type Similarity, type TurbineReferences, toIds, withReference } from './reference-draft.ts';

interface ReferenceTableProps {
  items: readonly TurbineReferences[];
  turbines: readonly SiteTurbine[];
  /** undefined: not read yet */
  similarity: Similarity | undefined;
  onChange: (id: string, ranked: string) => void;
}

/** More ranks than these are of no use: one of the first turbines always has data. */
const MOST_RANKS = 5;

/** A turbine a row, its references by rank; a further rank appears once those before it are taken. */
export function ReferenceTable({ items, turbines, similarity, onChange }: ReferenceTableProps) {
  const intl = useIntl();
  const neighbours = useMemo(
    () => new Map(turbines.map((turbine) => [turbine.segmentId, neighboursOf(turbine, turbines, similarity)])),
    [turbines, similarity],
  );
  const shares = new Map((similarity?.turbines ?? []).map(({ segmentId, dataShare }) => [segmentId, dataShare]));
  const most = Math.max(...items.map(({ ranked }) => toIds(ranked).length));
  const ranks = Math.min(MOST_RANKS, turbines.length - 1, Math.max(NEAREST, most + 1));
  return (
    <ScreenTable
      label={intl.formatMessage({ id: 'ReferenceTurbines_List' })}
      rows={items}
      columns={columnsOf(intl, {
        ranks,
        days: similarity?.days,
        shareOf: (id) => shares.get(id),
        neighboursBy: (id) => neighbours.get(id) ?? [],
        onChange,
      })}
      getRowId={({ id }) => id}
      rowHeight={36}
    />
  );
}

interface ColumnOptions extends Pick<ReferenceTableProps, 'onChange'> {
  ranks: number;
  /** Days that the share of data is of. */
  days: number | undefined;
  shareOf: (id: TurbineReferences['id']) => number | undefined;
  neighboursBy: (id: TurbineReferences['id']) => readonly Neighbour[];
}

function columnsOf(intl: IntlShape, { ranks, days, shareOf, neighboursBy, onChange }: ColumnOptions): DataColumn<TurbineReferences>[] {
  const { formatMessage, formatNumber, locale } = intl;
  const nameOf = ({ name, distanceKm, correlation, hours }: Neighbour): string =>
    [
      name,
      correlation !== null && `r\u2009${decimalText(correlation, { digits: 3, locale })}`,
      distanceKm !== null && `${decimalText(distanceKm, { digits: 2, locale })}\u2009km`,
      correlation !== null && formatMessage({ id: 'ReferenceTurbines_Hours' }, { hours }),
    ]
      .filter((part) => part !== false)
      .join(' \u00b7 ');
  const optionsOf = ({ id, ranked }: TurbineReferences, rank: number) => {
    const ids = toIds(ranked);
    const nearest = neighboursBy(id).slice(0, NEAREST);
    const none =
      rank === 0 && ids.length === 0
        ? formatMessage({ id: 'ReferenceTurbines_NearestOf' }, { names: nearest.map(({ name }) => name).join(', ') })
        : '\u2014';
    const free = neighboursBy(id).filter((other) => ids[rank] === other.id || !ids.includes(other.id));
    return [{ value: '', label: none }, ...free.map((other) => ({ value: other.id as string, label: nameOf(other) }))];
  };
  const ranked = Array.from({ length: ranks }, (_, rank): DataColumn<TurbineReferences> => {
    const header = formatMessage({ id: 'ReferenceTurbines_Rank' }, { rank: rank + 1 });
    return {
      id: `rank${rank}`,
      header,
      width: 150,
      canGrow: true,
      card: 'line',
      cell: (item) =>
        toIds(item.ranked).length >= rank && (
          <RowSelect
            label={formatMessage({ id: 'ReferenceTurbines_Rank_Of' }, { rank: rank + 1, turbine: item.name })}
            value={toIds(item.ranked)[rank] ?? ''}
            options={optionsOf(item, rank)}
            isQuiet={item.ranked === ''}
            onChange={(id) => onChange(item.id, withReference(item.ranked, rank, id))}
          />
        ),
    };
  });
  return [
    {
      id: 'turbine',
      header: formatMessage({ id: 'ReferenceTurbines_Turbine' }),
      isRowHeader: true,
      width: 120,
      canGrow: false,
      card: 'title',
      value: ({ name }) => name,
    },
    {
      id: 'data',
      header: formatMessage({ id: 'ReferenceTurbines_Data' }),
      hint: days === undefined ? undefined : formatMessage({ id: 'ReferenceTurbines_Data_Help' }, { days }),
      align: 'end',
      width: 90,
      canGrow: false,
      card: 'fact',
      value: ({ id }) => shareOf(id) ?? null,
      cell: ({ id }) => {
        const share = shareOf(id);
        return share === undefined ? '\u2014' : formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });
      },
    },
    ...ranked,
  ];
}
