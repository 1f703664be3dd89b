import { cellTemperature, moduleTemperature } from '@solvane/energy/pv/cell-temperature';
import { pvwattsDcPower, pvwattsEfficiency } from '@solvane/energy/pv/pvwatts';
import { trackerPlane } from '@solvane/energy/pv/tracker';
import { at, column } from '../columns/column.ts';
import { type ActiveFault, isActive, ofKind } from '../faults/fault-windows.ts';
import { type DemoDevice, deviceId, inverterOfTracker, trackersOf } from '../fleet/demo-devices.ts';
import type { SitePlan, SolarPlan } from '../fleet/site-plan.ts';
import { applyCause, type GeneratorDay, stopWithin } from '../generator/generator-day.ts';
import { deviceSeed } from '../noise/channels.ts';
import { normalNoise } from '../noise/hash-noise.ts';
import { normalNoiseColumn } from '../noise/noise-columns.ts';
import type { SiteDayInput } from '../weather/ambient.ts';
import { onPlane, type SolarField } from '../weather/solar-field.ts';

/** Own consumption at night, as a share of the AC rating. */
const NIGHT_CONSUMPTION = 0.0004;
/** Loss of capacity per year since commissioning. */
const DEGRADATION_PER_YEAR = 0.008;

const INVERTER_SPREAD = 0.002;
const POWER_NOISE = 0.008;
const MS_PER_YEAR = 365.25 * 86_400_000;

interface SolarDayInput extends SiteDayInput {
  solar: SolarPlan;
  field: SolarField;
  ambient: Float64Array;
  /** Share of light through the dirt, 1 is clean. */
  cleanShare: number;
}

/** Every inverter of a site over one day, with what dirt and injected faults took from it; plant control comes later. */
export function inverterDays(input: SolarDayInput, inverters: readonly DemoDevice[]): GeneratorDay[] {
  const cell = cellOf(input, input.field.plane);
  return inverters.map((device) => inverterDay(input, device, cell));
}

/** Temperature of the back of the modules of a site. [°C] */
export function backOfModules({ field, ambient }: Pick<SolarDayInput, 'field' | 'ambient'>): Float64Array {
  return moduleTemperature({ planeIrradiance: field.plane, ambientTemperature: ambient, windSpeed: field.windSpeed });
}

interface Conversion {
  plane: Float64Array;
  cell: Float64Array;
  dcShare: number;
  efficiencyShare: number;
}

function inverterDay(input: SolarDayInput, device: DemoDevice, siteCell: Float64Array): GeneratorDay {
  const { plan, solar, noise, frame, faults, field } = input;
  const ratedKw = solar.acKw / solar.inverters;
  const spread = 1 + INVERTER_SPREAD * normalNoise(deviceSeed(noise, device.deviceNo, 'spread'), 0);
  const nameplate = (solar.dcKw / solar.inverters) * spread * degradation(plan, frame.startMs);
  const wobble = normalNoiseColumn(deviceSeed(noise, device.deviceNo, 'power'), frame.grid).map((value) => 1 + POWER_NOISE * value);
  const convert = (conversion: Conversion) => converted(conversion, { nameplate, ratedKw, wobble, isDay: field.isDay });

  const state: Conversion = { plane: field.plane, cell: siteCell, dcShare: 1, efficiencyShare: 1 };
  const undisturbed = convert(state);
  const generator: GeneratorDay = {
    device,
    ratedKw,
    undisturbedKw: undisturbed.ac,
    actualKw: undisturbed.ac,
    dcKw: undisturbed.dc,
    aboveRatingKw: undisturbed.aboveRating,
    lostKwh: new Map(),
  };
  for (const [cause, change] of physicalCauses(input, device)) {
    Object.assign(state, change(state));
    const left = convert(state);
    applyCause(generator, cause, left.ac);
    generator.dcKw = left.dc;
  }
  for (const { fault, window } of ofKind(faults, 'snow', device.id)) {
    stopWithin(generator, fault.id, { window, frame, standstillKw: -NIGHT_CONSUMPTION * ratedKw });
  }
  for (const { fault, window } of ofKind(faults, 'outage', device.id)) {
    stopWithin(generator, fault.id, { window, frame, standstillKw: 0 });
  }
  return generator;
}

type Change = (state: Conversion) => Partial<Conversion>;

/** What changes how light becomes power, in the order it is booked. */
function physicalCauses(input: SolarDayInput, device: DemoDevice): [cause: string, change: Change][] {
  const { faults, frame, cleanShare } = input;
  const causes: [string, Change][] = [];
  if (cleanShare < 1) causes.push(['soiling', ({ dcShare }) => ({ dcShare: dcShare * cleanShare })]);
  for (const { fault, effect } of ofKind(faults, 'dcLoss', device.id)) {
    causes.push([fault.id, ({ dcShare }) => ({ dcShare: dcShare * (1 - effect.share) })]);
  }
  for (const { fault, effect, window } of ofKind(faults, 'efficiencyDrift', device.id)) {
    const days = frame.faultDay - window.fromDay;
    const share = 1 + (effect.atEnd * days) / ((window.toDay ?? window.fromDay + 365) - window.fromDay);
    causes.push([fault.id, () => ({ efficiencyShare: share })]);
  }
  for (const stuck of ofKind(faults, 'trackerStuck')) {
    const plane = planeWithStuckTracker(input, device, stuck);
    if (plane) causes.push([stuck.fault.id, () => ({ plane, cell: cellOf(input, plane) })]);
  }
  return causes;
}

/** Light on the modules of an inverter when one of its trackers does not turn; undefined when it has none such. */
function planeWithStuckTracker(
  { plan, field, frame }: SolarDayInput,
  inverter: DemoDevice,
  { fault, effect, window }: ActiveFault<'trackerStuck'>,
): Float64Array | undefined {
  const trackers = Array.from({ length: trackersOf(plan) }, (_, i) => i + 1).filter((t) => inverterOfTracker(plan, t) === inverter.index);
  const stuck = trackers.filter((tracker) => fault.deviceIds?.includes(deviceId(plan, 'tracker', tracker)));
  if (stuck.length === 0) return undefined;
  const stuckPlane = onPlane(field, trackerPlane(new Float64Array(frame.length).fill(effect.angle)));
  const share = stuck.length / trackers.length;
  return column(frame.length, (i) =>
    isActive(window, frame.faultDay, at(frame.localHours, i))
      ? (1 - share) * at(field.plane, i) + share * at(stuckPlane, i)
      : at(field.plane, i),
  );
}

function converted(
  { plane, cell, dcShare, efficiencyShare }: Conversion,
  { nameplate, ratedKw, wobble, isDay }: { nameplate: number; ratedKw: number; wobble: Float64Array; isDay: Uint8Array },
): { ac: Float64Array; dc: Float64Array; aboveRating: Float64Array } {
  const available = pvwattsDcPower({ planeIrradiance: plane, cellTemperature: cell, nameplate });
  const ac = new Float64Array(plane.length);
  const dc = new Float64Array(plane.length);
  const aboveRating = new Float64Array(plane.length);
  for (let i = 0; i < plane.length; i++) {
    if (isDay[i] === 0) {
      ac[i] = -NIGHT_CONSUMPTION * ratedKw;
      continue;
    }
    const dcKw = at(available, i) * dcShare;
    const efficiency = pvwattsEfficiency(dcKw, ratedKw) * efficiencyShare;
    const steadyKw = efficiency * dcKw;
    // At its AC limit an inverter gives exactly that, and leaves in the modules what it cannot pass on.
    const isLimited = steadyKw >= ratedKw;
    ac[i] = isLimited ? ratedKw : Math.min(ratedKw, steadyKw * at(wobble, i));
    dc[i] = isLimited ? (dcKw * ratedKw) / steadyKw : dcKw;
    aboveRating[i] = Math.max(0, steadyKw - ratedKw);
  }
  return { ac, dc, aboveRating };
}

function cellOf({ field, ambient }: Pick<SolarDayInput, 'field' | 'ambient'>, plane: Float64Array): Float64Array {
  return cellTemperature(moduleTemperature({ planeIrradiance: plane, ambientTemperature: ambient, windSpeed: field.windSpeed }), plane);
}

function degradation({ commissioningDate }: SitePlan, timeMs: number): number {
  return (1 - DEGRADATION_PER_YEAR) ** Math.max(0, (timeMs - Date.parse(`${commissioningDate}T00:00:00Z`)) / MS_PER_YEAR);
}
