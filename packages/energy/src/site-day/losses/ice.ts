import { LOSS_BEARING_TYPES } from '../../events/event-types.ts';
import { isSystemCode } from '../../events/system-codes.ts';
import type { TimelineSlice } from '../../events/timeline.ts';
import { eventTouches } from '../../events/timeline-columns.ts';
import { densityCorrectedWindSpeed } from '../../wind/air-density.ts';
import { icing } from '../../wind/icing.ts';
import type { ExpectContext } from '../expect/expect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import { ofDay, ofSpan } from '../layout/frame.ts';

/**
 * Ice on the blades of a turbine, read from its measured power against what it gave without ice.
 *
 * @param expectation - of a turbine
 * @param timeline - of the turbine: a categorised stop says nothing about ice
 * @param context - validated signals and what was learned
 * @returns 1 while ice costs energy, shape (day.count); undefined where nothing was learned yet
 */
export function iceOn(
  { device, weather }: Expectation,
  timeline: readonly TimelineSlice[],
  { frame, memory, signals }: ExpectContext,
): Uint8Array | undefined {
  const power = signals.find(device.id, 'ActivePower')?.good;
  if (weather?.kind !== 'turbine' || !power) return undefined;
  const { windSpeed, airDensity, ambientTemperature } = weather;
  if (!ambientTemperature.some((celsius) => celsius < 0)) return undefined;
  const reference = memory.devices.get(device.id)?.icing?.();
  if (!reference) return undefined;
  const named = timeline.filter(({ code, category }) => !isSystemCode(code) && !category.startsWith('Icing'));
  const explained = eventTouches(named, frame.span, LOSS_BEARING_TYPES);
  const { iced } = icing({
    windSpeed: densityCorrectedWindSpeed(windSpeed, airDensity),
    power: ofSpan(power, frame).map((kw, i) => (explained[i] === 1 ? Number.NaN : kw)),
    ambientTemperature,
    reference,
    ratedPower: device.capacityAc,
    stepHours: frame.stepHours,
  });
  return ofDay(iced, frame);
}
