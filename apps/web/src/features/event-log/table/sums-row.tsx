import type { EventSums } from '@solvane/contract/events';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { durationSumText } from '../../../shared/events/event-text.ts';
import { useViewport } from '../../../shared/screen/use-viewport.ts';
import { EnergySum, RevenueSum } from '../partial-sum.tsx';
import type { SumCurrency } from '../use-sum-currency.ts';
import { COLUMNS, type ColumnId, type PlacedColumn } from './columns.ts';
import classes from './event-table.module.css';
import { pinnedStyle } from './pinned-style.ts';
import { spanOf } from './tracks.ts';

interface SumCellsProps {
  sums: EventSums;
  currency: SumCurrency;
  columns: readonly PlacedColumn[];
  /** Stands over the first columns that have no sum. */
  children: ReactNode;
}

/** Sums above or between their columns; what they are of stands where there is room beside them. */
export function SumCells({ sums, currency, columns, children }: SumCellsProps) {
  const { locale } = useIntl();
  const hasHeads = useViewport() !== 'phone';
  const { from, count } = roomForName(columns);
  const texts: Partial<Record<ColumnId, ReactNode>> = {
    duration: durationSumText(sums.durationMs, locale),
    lostEnergy: <EnergySum sums={sums} unit={hasHeads ? '' : '\u2009MWh'} />,
    revenueLoss: <RevenueSum sums={sums} currency={currency} />,
  };
  return columns.map((column, index) => {
    if (index === from)
      return (
        <th key={column.id} scope="row" colSpan={count} style={spanOf(count)} className={classes.sumsName}>
          {children}
        </th>
      );
    if (index > from && index < from + count) return null;
    return (
      <td
        key={column.id}
        data-column={column.id}
        data-figure={column.figure}
        style={pinnedStyle(column)}
        className={COLUMNS[column.id].isNumber ? classes.number : undefined}
      >
        {texts[column.id]}
      </td>
    );
  });
}

const SUMMED: ReadonlySet<ColumnId> = new Set(['duration', 'lostEnergy', 'revenueLoss']);

/** The longest range of columns without a sum; the first of several. */
function roomForName(columns: readonly PlacedColumn[]): { from: number; count: number } {
  let best = { from: 0, count: 1 };
  for (let from = 0; from < columns.length; from += 1) {
    const end = columns.findIndex(({ id }, index) => index >= from && SUMMED.has(id));
    const count = (end === -1 ? columns.length : end) - from;
    if (count > best.count) best = { from, count };
  }
  return best;
}
