import { unitStart } from '@solvane/energy/time/bucket';
import type { LocalDay, Period } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import { instant, localDate } from '../sql/literals.ts';
import { blockOf, isOneOf, SERIES_PER_BLOCK } from '../sql/point-tables.ts';
import { removeRows } from '../sql/remove-rows.ts';
import type { SignalDatabase } from '../sql/signal-database.ts';
import { BlockDays, writeDirtyDays } from '../writing/dirty-days.ts';

/**
 * Has the blocks of the series rolled up again for a period. Their roll-ups are deleted: under another zone hours begin at other minutes, and those of
 * before would be counted beside those of after. Until then reads take the points, for the days become dirty first.
 */
export async function invalidateRollUps(database: SignalDatabase, series: readonly number[], { startMs, endMs }: Period): Promise<void> {
  const blocks = [...new Set(series.map(blockOf))];
  const [first, last]: [LocalDay, LocalDay] = [Math.floor(startMs / DAY_MS), Math.ceil(endMs / DAY_MS) - 1];
  const blockDays = new BlockDays();
  for (const block of blocks) for (let day = first; day <= last; day += 1) blockDays.add(block, day);
  await writeDirtyDays(database, { blockDays, kind: 'marked' });
  const numbers = blocks.flatMap((block) => Array.from({ length: SERIES_PER_BLOCK }, (_, slot) => block * SERIES_PER_BLOCK + slot));
  const ofSeries = isOneOf('series', numbers);
  const from = (column: string, start: string, end: string): string => `${ofSeries} and ${column} >= ${start} and ${column} <= ${end}`;
  const options = { lane: 'background' } as const;
  await removeRows(database, 'rollup_hour', from('time', instant(first * DAY_MS), instant((last + 1) * DAY_MS - 1)), options);
  await removeRows(database, 'rollup_day', from('day', localDate(first), localDate(last)), options);
  await removeRows(database, 'rollup_month', from('month', localDate(unitStart(first, 'month')), localDate(last)), options);
}
