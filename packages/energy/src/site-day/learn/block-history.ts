import type { BlockHistory, BlockKind, PerformanceBlock } from '../../events/underperformance.ts';
import type { LocalDay } from '../../time/local-day.ts';

/** Blocks of a device on a day, as evidence keeps them. */
export interface DayBlocks {
  /** Three numbers each: 0 for a half and 1 for a whole day, load, residual. Undisturbed ones only. */
  undisturbed: Float64Array;
  /** Whether the device underperformed on the day: it then says nothing about how it works when well. */
  isUnderperforming?: boolean;
}

const KINDS: readonly BlockKind[] = ['half', 'day'];
const NUMBERS = 3;
/** Days whose blocks tell how a device scatters, and as far back as they are looked for while it underperforms. */
const HISTORY_DAYS = 30;
const LONGEST_DAYS = 90;
/** Digits that count: evidence is kept for a year. */
const PRECISION = 10_000;

/**
 * What a day teaches about the scatter of a device.
 *
 * @param blocks - of the day
 * @param isUnderperforming - whether an event says so
 * @returns undefined: nothing
 */
export function dayBlocks(blocks: readonly PerformanceBlock[], isUnderperforming: boolean): DayBlocks | undefined {
  const undisturbed = blocks.filter(({ isDisturbed }) => !isDisturbed);
  if (undisturbed.length === 0 && !isUnderperforming) return undefined;
  const numbers = undisturbed.flatMap(({ kind, load, residual }) => [KINDS.indexOf(kind), rounded(load), rounded(residual)]);
  return { undisturbed: Float64Array.from(numbers), ...(isUnderperforming && { isUnderperforming }) };
}

/**
 * Blocks of the last thirty days. Days on which the device underperformed are passed over, so that a fault that lasts does not become what is
 * normal.
 *
 * @param days - ascending, all before `today`
 * @param options - kind of the blocks, and the day that is judged
 */
export function blockHistory(
  days: readonly { day: LocalDay; own: { blocks?: DayBlocks } }[],
  { kind, today }: { kind: BlockKind; today: LocalDay },
): BlockHistory {
  const [load, residual]: [number[], number[]] = [[], []];
  let first = today - HISTORY_DAYS;
  for (let k = days.length - 1; k >= 0; k--) {
    const each = days[k];
    if (!each || each.day < Math.max(first, today - LONGEST_DAYS)) break;
    if (each.own.blocks?.isUnderperforming) first -= 1;
    const numbers = each.own.blocks?.undisturbed ?? new Float64Array(0);
    for (let i = 0; i < numbers.length; i += NUMBERS) {
      if (numbers[i] !== KINDS.indexOf(kind)) continue;
      load.push(numbers[i + 1] ?? Number.NaN);
      residual.push(numbers[i + 2] ?? Number.NaN);
    }
  }
  return { load: Float64Array.from(load), residual: Float64Array.from(residual) };
}

function rounded(value: number): number {
  return Math.round(value * PRECISION) / PRECISION;
}
