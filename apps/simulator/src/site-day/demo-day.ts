import type { RawEvent } from '@solvane/energy/events/raw-events';
import type { CoefficientRow } from '@solvane/energy/production/expected-coefficients';
import { learnCoefficients } from '@solvane/energy/production/learned-coefficients';
import { ESTIMATED_MASK } from '@solvane/energy/quality/flags';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { ReportedSignal, SiteDayInputs } from '@solvane/energy/site-day/inputs';
import { EMPTY_MEMORY, type SiteMemory } from '@solvane/energy/site-day/memory';
import type { DerivedColumn, SiteDayOutputs, ValidatedColumn } from '@solvane/energy/site-day/outputs';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { intervalGrid } from '@solvane/energy/time/interval';
import { civilDate, dayBounds, type LocalDay } from '@solvane/energy/time/local-day';
import { STEP_HOURS, STEP_MS } from '../calendar/day-frame.ts';
import { eventsIn } from '../events/site-events.ts';
import type { SitePlan } from '../fleet/site-plan.ts';
import type { DemoWorld } from '../plant/demo-world.ts';
import { periodReadings } from '../readings/period-readings.ts';
import { demoConfiguration } from './demo-configuration.ts';

const MARGIN_DAYS = 2;

/** What arrived from a site of the demo around a day, as the engine takes it. */
export function demoInputs(world: DemoWorld, plan: SitePlan, day: LocalDay, horizonMs = Number.POSITIVE_INFINITY): SiteDayInputs {
  const period = { startMs: dayBounds(day - MARGIN_DAYS, plan.timezone).startMs, endMs: dayBounds(day + MARGIN_DAYS, plan.timezone).endMs };
  const { signals, columns } = periodReadings(world, [plan], period);
  const reported = new Map<string, ReportedSignal[]>();
  const satellite = new Map<string, Float64Array>();
  const provider = new Map<string, Float64Array>();
  signals.forEach(({ device, signalId, apCode }, c) => {
    const raw = columns[c] ?? new Float64Array(0);
    const calcType = parseSignalId(signalId)?.calcType;
    if (calcType === 'Satellite') satellite.set(apCode, raw);
    else if (calcType === 'ExternalWeather') provider.set(apCode, raw);
    else reported.set(device.id, [...(reported.get(device.id) ?? []), { apCode, raw }]);
  });
  return {
    grid: intervalGrid(period, STEP_MS),
    horizonMs: Math.min(horizonMs, period.endMs),
    signals: reported,
    satellite,
    externalWeather: [{ providerId: 'demo', windHeight: 10, altitude: plan.altitude, signals: provider }],
    rawEvents: eventsIn(world, plan, period).map(
      ({ segmentId, code, startMs, endMs }): RawEvent => ({
        id: `${segmentId} ${code} ${startMs}`,
        deviceId: segmentId,
        code,
        startMs,
        endMs,
        source: 'Scada',
      }),
    ),
    overlays: new Map(),
  };
}

/** One computed day of the demo with the questions tests have about it. */
export interface DemoResult {
  outputs: SiteDayOutputs;
  validated(deviceId: string, apCode: string): ValidatedColumn;
  derived(deviceId: string, signalId: string): Float64Array;
}

export function computeDemoDay(
  world: DemoWorld,
  plan: SitePlan,
  day: LocalDay,
  { site = demoConfiguration(plan), memory = EMPTY_MEMORY, inputs = demoInputs(world, plan, day) }: DemoDayOptions = {},
): DemoResult {
  return asResult(computeSiteDay(site, day, inputs, memory));
}

interface DemoDayOptions {
  site?: SiteConfiguration;
  memory?: SiteMemory;
  inputs?: SiteDayInputs;
}

export function asResult(outputs: SiteDayOutputs): DemoResult {
  return {
    outputs,
    validated: (deviceId, apCode) =>
      found(
        outputs.validated.find((each) => each.deviceId === deviceId && each.apCode === apCode),
        deviceId,
        apCode,
      ),
    derived: (deviceId, signalId) =>
      found<DerivedColumn>(
        outputs.derived.find((each) => each.deviceId === deviceId && each.signalId === signalId),
        deviceId,
        signalId,
      ).values,
  };
}

/**
 * Coefficients of the inverters of a site, learned from days on which nothing was wrong with it: what its owner would upload.
 */
export function demoCoefficients(world: DemoWorld, plan: SitePlan, days: readonly LocalDay[]): CoefficientRow[] {
  const results = days.map((day) => ({ month: civilDate(day).month, ...computeDemoDay(world, plan, day) }));
  const site = demoConfiguration(plan);
  return site.devices
    .filter(({ segmentType }) => segmentType === 'Inverter')
    .flatMap(({ id, irradianceSensorId = '' }) => {
      const joined = (column: (result: (typeof results)[number]) => ArrayLike<number>) =>
        Float64Array.from(results.flatMap((result) => [...Float64Array.from(column(result))]));
      const estimated = joined(({ validated }) =>
        validated(id, 'ActiveEnergy').flags.map(
          (flags, i) => (flags | (validated(irradianceSensorId, 'IrradiancePOA').flags[i] ?? 0)) & ESTIMATED_MASK,
        ),
      );
      const flagged = (signal: string) => joined(({ derived }) => derived(id, signal));
      const [clipped, lost] = [flagged('ClippingFlag||Calculated'), flagged('ActiveEnergy||Lost')];
      const coefficients = learnCoefficients({
        energy: joined(({ validated }) => validated(id, 'ActiveEnergy').values),
        nominalEnergy: flagged('TemperatureAdjustedNominalEnergy||Calculated'),
        planeIrradiance: joined(({ validated }) => validated(irradianceSensorId, 'IrradiancePOA').values),
        months: Uint8Array.from(results.flatMap(({ month, outputs }) => new Array<number>(outputs.grid.count).fill(month))),
        excluded: Uint8Array.from(estimated, (bits, i) => (bits !== 0 || clipped[i] === 1 || (lost[i] ?? 0) > 0 ? 1 : 0)),
        stepHours: STEP_HOURS,
      });
      return [...coefficients].map((coefficient, month) => ({
        deviceId: id,
        effectiveFrom: 0,
        month: month + 1,
        coefficient,
        degradationPerYear: 0,
        minIrradiance: 20,
      }));
    });
}

function found<T>(column: T | undefined, deviceId: string, name: string): T {
  if (column === undefined) throw new RangeError(`no column ${name} of ${deviceId}`);
  return column;
}
