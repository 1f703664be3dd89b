import { scaled } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { QUALITY_FLAGS } from '../../quality/flags.ts';
import { QUALITY_METHODS } from '../../quality/methods.ts';
import { sitePower } from '../../rollup/site-power.ts';
import { aggregateChildren } from '../../rollup/tree.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { connectionColumns } from '../layout/connection-meters.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DerivedColumn, ValidatedColumn } from '../outputs.ts';

/** Derived columns of generators that the site has as their sum. */
const SUMMED: readonly string[] = [
  signalIdOf('ActivePower', 'Theoretical'),
  signalIdOf('ActivePower', 'Expected'),
  signalIdOf('ActiveEnergy', 'Theoretical'),
  signalIdOf('ActiveEnergy', 'Expected'),
  signalIdOf('ActiveEnergy', 'ExpectedAtPcc'),
  signalIdOf('ActiveEnergy', 'Lost'),
  signalIdOf('ActiveEnergy', 'LostDowntime'),
  signalIdOf('ActiveEnergy', 'LostCurtailment'),
  signalIdOf('ActiveEnergy', 'LostDegraded'),
  signalIdOf('ActiveEnergy', 'LostCommunication'),
  signalIdOf('ActiveEnergy', 'LostUnknown'),
  signalIdOf('ActiveEnergy', 'LostSnow'),
  signalIdOf('ActiveEnergy', 'LostSoiling'),
  signalIdOf('ActiveEnergy', 'LostContractual'),
  signalIdOf('ActiveEnergy', 'LostClipping'),
  signalIdOf('ActiveEnergy', 'RevenueLost'),
  signalIdOf('TemperatureAdjustedNominalPower', 'Calculated'),
  signalIdOf('TemperatureAdjustedNominalEnergy', 'Calculated'),
  signalIdOf('AvailableCapacity', 'Calculated'),
  signalIdOf('ChargeEnergy', 'Calculated'),
  signalIdOf('DischargeEnergy', 'Calculated'),
];

/** A part of them would look like the whole: the site has these where each of its devices with modules has. */
const SUMMED_WHOLE: readonly string[] = [signalIdOf('ActivePower', 'Baseline'), signalIdOf('ActiveEnergy', 'Baseline')];
const OF_MODULES = signalIdOf('TemperatureAdjustedNominalPower', 'Calculated');

const RESIDUAL = signalIdOf('ActiveEnergy', 'LostResidual');
const VIEWS = ['Total', 'Technical', 'Operational', 'Custom1', 'Custom2', 'Custom3', 'Availability'] as const;

/** Ratios of the site: sums of numerators over sums of denominators. */
const RATIOS: readonly string[] = [
  ...(
    [
      'PowerPerformanceIndex',
      'PerformanceRatio',
      'PerformanceRatioTempCorr',
      'InverterEfficiency',
      'PowerCurveDeviation',
    ] as const satisfies readonly ApCode[]
  ).map((apCode) => signalIdOf(apCode, 'Calculated')),
  ...VIEWS.flatMap((view) => [signalIdOf('TimeAvailability', view), signalIdOf('ProductionAvailability', view)]),
];

/**
 * Columns of a site from those of its generators.
 *
 * @param columns - derived columns of its generators
 * @param context - everything known of the day, and the losses of its generators
 */
export function siteColumns(
  columns: readonly DerivedColumn[],
  { site, tree, frame, sun, losses }: DetectContext & { sun: SunColumns; losses: readonly DeviceLosses[] },
): DerivedColumn[] {
  const bySignal = Map.groupBy(columns, ({ signalId }) => signalId);
  const capacities = new Map(tree.generators.map(({ id, capacityAc }) => [id, capacityAc]));
  const out: DerivedColumn[] = [];
  const isWhole = (signalId: string) => bySignal.get(signalId)?.length === bySignal.get(OF_MODULES)?.length;
  for (const signalId of [...SUMMED, ...SUMMED_WHOLE.filter(isWhole)]) {
    const children = (bySignal.get(signalId) ?? []).map(({ deviceId, values }) => ({
      values,
      capacity: capacities.get(deviceId) ?? Number.NaN,
    }));
    if (children.length > 0) out.push({ deviceId: site.id, signalId, values: aggregateChildren('sum', children).values });
  }
  if (losses.length > 0) out.push({ deviceId: site.id, signalId: RESIDUAL, values: siteResidual(losses) });
  for (const signalId of RATIOS) {
    const children = bySignal.get(signalId) ?? [];
    if (children.length > 0) out.push({ deviceId: site.id, signalId, ...ratioOf(children, frame.day.count) });
  }
  out.push(
    { deviceId: site.id, signalId: signalIdOf('SolarElevation', 'Calculated'), values: sun.elevation },
    { deviceId: site.id, signalId: signalIdOf('SolarAzimuth', 'Calculated'), values: sun.azimuth },
  );
  return out;
}

/** What nothing explains of what the grid connection could have taken. */
function siteResidual(losses: readonly DeviceLosses[]): Float64Array {
  const children = losses.map(({ device, residual, interval, expectedAtConnection }) => ({
    values:
      expectedAtConnection === interval.expected
        ? residual.rest
        : combine(residual.rest, interval.expected, expectedAtConnection, (rest, expected, through) => rest - expected + through),
    capacity: device.capacityAc,
  }));
  return aggregateChildren('sum', children).values;
}

/** Of the sun over the day, shape (day.count). [°] */
export interface SunColumns {
  elevation: Float64Array;
  azimuth: Float64Array;
}

/**
 * Power and energy of a site: its grid connection, else its meter, else its generators less what is lost on the way. What a register counted is
 * energy of the site too; where only energy is known, it is the power.
 *
 * @param context - everything known of the day
 * @returns empty where the site reports its power itself
 */
export function siteProduction(context: DetectContext): ValidatedColumn[] {
  const { site, frame, signals, energies } = context;
  if (signals.find(site.id, 'ActivePower')) return [];
  const energyOf = (id: string) => {
    const energy = energies.get(id)?.values;
    return energy && ofDay(energy, frame);
  };
  const powerOf = (id: string) => {
    const power = signals.find(id, 'ActivePower')?.values;
    if (power) return ofDay(power, frame);
    const energy = energyOf(id);
    return energy && scaled(energy, 1 / frame.stepHours);
  };
  const power = siteColumnOf(powerOf, context);
  const energy = siteColumnOf(energyOf, context);
  return [
    ...(power ? [{ deviceId: site.id, apCode: 'ActivePower', ...power }] : []),
    ...(energy ? [{ deviceId: site.id, apCode: 'ActiveEnergy', ...energy }] : []),
  ];
}

/** undefined: neither a meter nor a generator has the column. */
function siteColumnOf(
  columnOf: (id: string) => Float64Array | undefined,
  { tree, site }: DetectContext,
): Pick<ValidatedColumn, 'values' | 'flags' | 'methods'> | undefined {
  const meters = connectionColumns(tree, columnOf);
  const generators = tree.generators.flatMap(({ id, capacityAc }) => {
    const values = columnOf(id);
    return values ? [{ values, capacity: capacityAc }] : [];
  });
  if (!meters.pcc && !meters.mainMeter && generators.length === 0) return undefined;
  const { power: values, isFallback, isPartial } = sitePower({ ...meters, generators, collectionLoss: site.collectionLoss });
  const flags = Int32Array.from(values, (value, i) => {
    if (Number.isNaN(value)) return QUALITY_FLAGS.MISSING | QUALITY_FLAGS.NO_VALUE;
    return (isFallback[i] === 1 ? QUALITY_FLAGS.FALLBACK_SIGNAL : 0) | (isPartial[i] === 1 ? QUALITY_FLAGS.PARTIAL : 0);
  });
  const methods = Uint8Array.from(
    isFallback,
    (stoodIn) => (stoodIn === 1 ? QUALITY_METHODS.fallbackSignal : QUALITY_METHODS.measured).number,
  );
  return { values, flags, methods };
}

function ratioOf(children: readonly DerivedColumn[], count: number): { values: Float64Array; weights: Float64Array } {
  const values = new Float64Array(count);
  const weights = new Float64Array(count);
  for (const child of children) if (child.weights) addWeighted({ values, weights }, child.values, child.weights);
  return { values: combine(values, weights, (sum, weight) => (weight > 0 ? sum / weight : Number.NaN)), weights };
}

function addWeighted(to: { values: Float64Array; weights: Float64Array }, values: Float64Array, weights: Float64Array): void {
  const { values: sums, weights: wholes } = to;
  for (let i = 0; i < sums.length; i++) {
    const weight = weights[i] ?? Number.NaN;
    const part = (values[i] ?? Number.NaN) * weight;
    if (Number.isNaN(part)) continue;
    sums[i] = (sums[i] ?? 0) + part;
    wholes[i] = (wholes[i] ?? 0) + weight;
  }
}
