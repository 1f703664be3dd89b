import type { Event, EventTotals } from '@solvane/contract/events';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { COLUMNS, type Column, type ColumnId, cardSlots, DEFAULT_COLUMNS, DROPPED_FIRST } from './columns.ts';
import { CELLS, type CellLabels, cellTitle } from './event-cell.tsx';
import { TotalSum } from './event-sum.tsx';

interface EventColumnOptions {
  /** Sums of the whole result; undefined: not known yet. */
  totals: EventTotals | undefined;
  labels: CellLabels;
}

const SUMMED: ReadonlySet<ColumnId> = new Set(['duration', 'lostEnergy', 'revenueLoss']);
/** Pixels that still tell devices apart. */
const NARROWEST_TEXT = 96;

/** The chosen columns for the data table, and those that only its cards have. The usual columns give way to little width, chosen ones scroll. */
export function eventColumns(columns: readonly Column[], { totals, labels }: EventColumnOptions): DataColumn<Event>[] {
  const isUsual = columns === DEFAULT_COLUMNS;
  const cardLabels = { ...labels, hasHeads: false };
  const slots = cardSlots(columns);
  const chosen = new Set(columns.map(({ id }) => id));
  const inCardsOnly = [...slots.keys()].filter((id) => !chosen.has(id)).map((id) => ({ id, width: null, isPinned: false }));
  return [...columns, ...inCardsOnly].map(({ id, width, isPinned }): DataColumn<Event> => {
    const kind = COLUMNS[id];
    return {
      id,
      header: labels.formatMessage({ id: kind.label }),
      isHeadHidden: kind.isUnseen ?? false,
      isSortable: kind.sort !== undefined,
      isRowHeader: id === 'device',
      isPinned,
      isShort: !kind.isText,
      isCardOnly: !chosen.has(id),
      align: kind.isNumber ? 'end' : 'start',
      width: kind.width,
      canGrow: width === null && kind.isFlexible === true,
      minWidth: isUsual ? NARROWEST_TEXT : undefined,
      givesWay: isUsual && DROPPED_FIRST.includes(id) ? DROPPED_FIRST.indexOf(id) : undefined,
      card: slots.get(id),
      cell: (event) => CELLS[id](event, labels),
      cardCell: (event) => CELLS[id](event, cardLabels),
      title: (event) => cellTitle(id, event, labels.words),
      ...(id === 'code' && { tone: () => 'muted' as const }),
      ...(SUMMED.has(id) && {
        sum: (_: readonly Event[], isCard: boolean) => totals && <TotalSum columnId={id} sums={totals} isCard={isCard} />,
      }),
    };
  });
}
