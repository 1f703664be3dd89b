import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { SIGNAL_CALC_PERIODS, type SignalCalcPeriod } from '@solvane/energy/time/interval';
import { isZoneOrOffset } from '@solvane/energy/time/zone';
import type { TimeProfile } from '../../../../signals/unknown-table.ts';
import { ImportRefused } from '../import-refused.ts';
import { wordsOf } from './cell-text.ts';
import type { DateOrder } from './date-order.ts';
import type { TimeColumn } from './time-column.ts';

export interface TimeGuess {
  time: MappingDraft['time'];
  doubts: MappingDoubt[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks of loggers drift by less. */
const JITTER_MS = 5_000;
const SNAP_SECONDS = 30;
/** Of zones that loggers write behind a column's name. */
const ABBREVIATIONS: Record<string, string> = {
  utc: 'UTC',
  gmt: 'UTC',
  zulu: 'UTC',
  mst: '-07:00',
  pst: '-08:00',
  cst: '-06:00',
  est: '-05:00',
  cet: '+01:00',
  eet: '+02:00',
  jst: '+09:00',
  aest: '+10:00',
};

/** The interval that most neighbouring times keep, the share that keeps it, and how far apart they are if no interval is as long. */
export function findInterval({
  steps,
}: TimeProfile): { interval: SignalCalcPeriod; share: number; stepMs: number; fits: boolean } | undefined {
  const periods = Object.entries(SIGNAL_CALC_PERIODS) as [SignalCalcPeriod, number][];
  const near = (stepMs: number): number => periods.find(([, lengthMs]) => Math.abs(stepMs - lengthMs) <= JITTER_MS)?.[1] ?? stepMs;
  const counts = new Map<number, number>();
  for (const { stepMs, count } of steps) counts.set(near(stepMs), (counts.get(near(stepMs)) ?? 0) + count);
  const [stepMs, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0]);
  if (count === 0) return undefined;
  const [interval] = periods.findLast(([, lengthMs]) => lengthMs <= stepMs && stepMs % lengthMs === 0) ?? periods[0] ?? ['PT1M'];
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { interval, share: count / total, stepMs, fits: SIGNAL_CALC_PERIODS[interval] === stepMs };
}

export interface TimeEvidence {
  /** Events come at any time. */
  isLog: boolean;
  found: TimeColumn;
  order: DateOrder | undefined;
  profile: TimeProfile;
  /** How far times lie behind the grid. */
  grid: readonly { behindMs: number; share: number }[];
  /** Text above the table. */
  above: string;
  /** Any time of the first rows is 24:00. */
  hasEndOfDay: boolean;
}

/** @throws ImportRefused for what no interval can hold */
export function guessTime(evidence: TimeEvidence): TimeGuess {
  const { found, order, profile, grid } = evidence;
  const doubts: MappingDoubt[] = orderDoubts(order);
  const spacing = findInterval(profile);
  if (!evidence.isLog) refuseSpacing(spacing, profile);
  const zone = guessZone(evidence);
  if (zone.doubt) doubts.push({ path: ['time', 'zone'], what: 'zone', confidence: zone.doubt });
  const interval = spacing?.interval ?? 'PT10M';
  if (!spacing?.fits) doubts.push({ path: ['time', 'interval'], what: 'interval', confidence: 'unsure' });
  if (spacing && isOnChange(profile, spacing)) doubts.push({ path: ['time', 'interval'], what: 'hold', confidence: 'unsure' });
  const stamp = guessStamp(evidence, SIGNAL_CALC_PERIODS[interval]);
  if (stamp.doubt) doubts.push({ path: ['time', 'stamp'], what: 'stamp', confidence: stamp.doubt });
  const offMs = stamp.stamp === 'middle' ? 0 : distanceToGrid(grid, SIGNAL_CALC_PERIODS[interval]);
  const isOff = offMs > SNAP_SECONDS * 1000;
  if (isOff)
    doubts.push({
      path: ['time', 'snapSeconds'],
      what: 'phase',
      confidence: 'likely',
      values: { minutes: Math.round(offMs / 6_000) / 10 },
    });
  return {
    time: {
      column: found.column,
      ...(found.clock === undefined ? {} : { clock: found.clock }),
      format: formatOf(found, order),
      ...(zone.zone === undefined ? {} : { zone: zone.zone }),
      stamp: stamp.stamp,
      interval,
      ...(isOff ? { snapSeconds: Math.min(1_800, Math.ceil(offMs / 1000) + SNAP_SECONDS) } : {}),
    },
    doubts,
  };
}

function refuseSpacing(spacing: ReturnType<typeof findInterval>, { timed }: TimeProfile): void {
  const way = 'Values of 1 minute to 1 hour can be imported; ask for the finer data.';
  if (spacing && spacing.stepMs >= DAY_MS) {
    const days = Math.round(spacing.stepMs / (DAY_MS / 10)) / 10;
    throw new ImportRefused(`The rows of the file are ${days === 1 ? 'a day' : `${days} days`} apart. ${way}`);
  }
  if (!spacing && timed > 1) throw new ImportRefused(`No device of the file has rows of two times: it is a list, not a series. ${way}`);
}

function orderDoubts(order: DateOrder | undefined): MappingDoubt[] {
  const path = ['time', 'format'];
  if (order?.format === 'dayOrMonthFirst') return [{ path, what: 'order', confidence: 'open' }];
  return order && 'confidence' in order && order.confidence === 'likely' ? [{ path, what: 'order', confidence: 'likely' }] : [];
}

/** @throws ImportRefused for a file that writes its dates in two ways */
function formatOf(found: TimeColumn, order: DateOrder | undefined): TimeColumn['format'] {
  if (!order) return found.format;
  if (order.format !== 'mixed') return order.format;
  throw new ImportRefused(
    `Column ${found.column} writes dates in two ways: line ${order.dayFirstLine} can only be day first, line ${order.monthFirstLine} only month first. A spreadsheet may have swapped some of them; export the file again with dates such as 2025-03-30.`,
  );
}

function guessZone({ found, above }: TimeEvidence): { zone?: string; doubt?: 'likely' | 'open' } {
  if (found.isZoned || found.format === 'epochSeconds' || found.format === 'epochMilliseconds') return {};
  const named = wordsOf(`${found.column} ${found.clock ?? ''}`).flatMap((word) => ABBREVIATIONS[word] ?? [])[0];
  if (named !== undefined) return { zone: named, ...(named === 'UTC' ? {} : { doubt: 'likely' as const }) };
  const told = /(?:time ?zone|zeitzone|tidszon|fuseau)[^\w+-]*(?:UTC|GMT)?([+-]\d{2}:?\d{2}|[A-Za-z_]+(?:\/[A-Za-z_]+)*)/i.exec(above)?.[1];
  if (told !== undefined && isZoneOrOffset(told)) return { zone: told, doubt: 'likely' };
  return { zone: 'UTC', doubt: 'open' };
}

function guessStamp(
  { found, profile, grid, hasEndOfDay }: TimeEvidence,
  stepMs: number,
): { stamp: 'start' | 'middle' | 'end'; doubt?: 'likely' | 'unsure' } {
  const words = wordsOf(found.column).join(' ');
  if (/\b(start|begin\w*|from)\b/.test(words)) return { stamp: 'start' };
  if (/\b(end|ending|until)\b/.test(words)) return { stamp: 'end' };
  if (/\bsettlement\w*\b/.test(words) || hasEndOfDay) return { stamp: 'end', doubt: 'likely' };
  const [most] = grid;
  if (stepMs > MINUTE_MS && most && most.share > 0.9 && Math.abs(most.behindMs - stepMs / 2) <= 1000)
    return { stamp: 'middle', doubt: 'likely' };
  // A file of whole days begins at midnight, or one interval later if it writes ends.
  const [first, last] = [profile.firstMs % DAY_MS, profile.lastMs % DAY_MS];
  if (first === 0 && last === DAY_MS - stepMs) return { stamp: 'start', doubt: 'likely' };
  if (first === stepMs && last === 0) return { stamp: 'end', doubt: 'likely' };
  return { stamp: 'start', doubt: 'unsure' };
}

/** Rows at all kinds of distances: a logger that writes when something changes. Nights without rows are one long distance each. */
function isOnChange({ steps }: TimeProfile, { share, stepMs }: { share: number; stepMs: number }): boolean {
  const short = steps.filter((step) => step.stepMs < 6 * 3_600_000);
  const total = short.reduce((sum, { count }) => sum + count, 0);
  const far = short.filter((step) => step.stepMs > 2 * stepMs).reduce((sum, { count }) => sum + count, 0);
  return share < 0.6 && short.length >= 5 && total >= 20 && far > total * 0.1;
}

/** Distance to the nearest interval that 95 % of the times keep. */
function distanceToGrid(grid: readonly { behindMs: number; share: number }[], stepMs: number): number {
  const near = grid
    .map(({ behindMs, share }) => ({ offMs: Math.min(behindMs, stepMs - behindMs), share }))
    .sort((left, right) => left.offMs - right.offMs);
  let sum = 0;
  for (const { offMs, share } of near) {
    sum += share;
    if (sum >= 0.95) return offMs;
  }
  return 0;
}
