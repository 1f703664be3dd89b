import { isLowBlock, isUnderperforming, type PerformanceBlock, performanceBlocks } from '../../events/underperformance.ts';
import type { ActualEnergy } from '../expect/actual-energy.ts';
import { ofDay } from '../layout/frame.ts';
import type { SiteDevice } from '../site.ts';
import type { DetectContext } from './detect-context.ts';

/**
 * Halves of the day, and the day, of a generator with what it made of them.
 *
 * @param device - generator
 * @param explained - 1 where an event bears the loss, shape (day.count). Absent: nowhere
 * @param context - expectations and energies
 */
export function blocksOf(
  device: SiteDevice,
  explained: Uint8Array | undefined,
  { frame, energies, expectedAtConnection }: Pick<DetectContext, 'frame' | 'energies' | 'expectedAtConnection'>,
): PerformanceBlock[] {
  const energy = measuredEnergy(energies.get(device.id));
  const expectedEnergy = expectedAtConnection.get(device.id);
  if (!energy || !expectedEnergy || frame.day.count === 0) return [];
  return performanceBlocks({
    grid: frame.day,
    energy: ofDay(energy, frame),
    expectedEnergy: ofDay(expectedEnergy, frame),
    ...(explained && { explained }),
    rating: device.capacityAc,
    startMs: frame.dayBounds.startMs,
    noonMs: frame.noonMs,
    endMs: frame.dayBounds.endMs,
  });
}

/**
 * Intervals of the blocks in which a generator gave too little for it to be scatter.
 *
 * @param device - generator
 * @param explained - 1 where an event bears the loss, shape (span.count)
 * @param context - expectations, energies and what was learned
 * @returns 1 in such a block, shape (span.count); undefined: there is none
 */
export function underperformingIntervals(
  device: SiteDevice,
  explained: Uint8Array,
  context: Pick<DetectContext, 'frame' | 'energies' | 'expectedAtConnection' | 'memory'>,
): Uint8Array | undefined {
  const { frame, memory } = context;
  const scatterOf = memory.devices.get(device.id)?.blockScatter;
  if (!scatterOf) return undefined;
  let found: Uint8Array | undefined;
  for (const block of blocksOf(device, ofDay(explained, frame), context)) {
    if (!isLowBlock(block) || !isUnderperforming(block, scatterOf(block))) continue;
    found ??= new Uint8Array(frame.span.count);
    const first = Math.ceil((block.startMs - frame.span.startMs) / frame.span.stepMs);
    const last = Math.ceil((block.endMs - frame.span.startMs) / frame.span.stepMs);
    found.fill(1, first, last);
  }
  return found;
}

/** What a register counted over a silence says nothing about single intervals of it. */
function measuredEnergy(energy: ActualEnergy | undefined): Float64Array | undefined {
  if (!energy?.isSpread.includes(1)) return energy?.values;
  return energy.values.map((value, i) => (energy.isSpread[i] === 1 ? Number.NaN : value));
}
