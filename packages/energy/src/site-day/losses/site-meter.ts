import { hasGap } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { type MeterAgreement, noAgreement } from '../../losses/electrical-warning.ts';
import { collectionLossOfDay, estimateMissing, type MeteredSite } from '../../losses/missing-energy.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { connectionColumns } from '../layout/connection-meters.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from './device-losses.ts';

/** What the grid meter of a site tells of the day. */
export interface SiteMeter {
  /** At the meter, shape (day.count). [kWh] NaN: not known */
  connection: Float64Array;
  /** Share lost on the way to it. NaN: the day does not tell */
  collectionLoss: number;
  /** By device: what the meter shows of energy that is not known, shape (day.count). [kWh] */
  estimates: ReadonlyMap<string, Float64Array>;
  agreement: MeterAgreement;
}

/**
 * Energy at the grid meter.
 *
 * @param context - everything known of the day
 * @returns shape (day.count). [kWh] NaN: not known; undefined: the site has no meter
 */
export function meterEnergy({ tree, energies, frame }: Pick<DetectContext, 'tree' | 'energies' | 'frame'>): Float64Array | undefined {
  const { pcc, mainMeter } = connectionColumns(tree, (id) => {
    const energy = energies.get(id)?.values;
    return energy && ofDay(energy, frame);
  });
  if (!pcc || !mainMeter || !hasGap(pcc)) return pcc ?? mainMeter;
  return combine(pcc, mainMeter, (read, otherwise) => (Number.isNaN(read) ? otherwise : read));
}

/**
 * Holds the grid meter of a site against its devices.
 *
 * @param context - everything known of the day
 * @param losses - of its generators
 * @returns undefined: the site has no meter
 */
export function siteMeter(context: DetectContext, losses: readonly DeviceLosses[]): SiteMeter | undefined {
  const connection = meterEnergy(context);
  if (!connection) return undefined;
  const { site, memory, energies, frame } = context;
  const generators = losses.filter(({ device }) => device.energySource !== 'BESS');
  const metered: MeteredSite = {
    generators: generators.map(({ device, interval, expectedAtConnection }) => {
      const energy = energies.get(device.id)?.values;
      return {
        actual: energy ? withSilence(ofDay(energy, frame), interval.lostInSilence) : interval.produced,
        expected: expectedAtConnection,
      };
    }),
    others: energyOfOthers(context, losses),
    connection,
    ratedEnergy: generators.reduce((sum, { device }) => sum + (device.capacityAc > 0 ? device.capacityAc : 0), 0) * frame.stepHours,
  };
  const collectionLoss = collectionLossOfDay(metered);
  const assumed = Number.isNaN(collectionLoss) ? (memory.collectionLoss ?? site.collectionLoss) : collectionLoss;
  const estimates = estimateMissing(metered, assumed) ?? [];
  return {
    connection,
    collectionLoss,
    estimates: new Map(generators.flatMap(({ device }, k) => (estimates[k] ? [[device.id, estimates[k]] as const] : []))),
    agreement: agreementOf(metered),
  };
}

/** Power a site uses itself, of the first device that measures it. [kWh] undefined: none does */
export function auxiliaryEnergy({ tree, signals, frame }: DetectContext): Float64Array | undefined {
  const power = tree.devices.map(({ id }) => signals.find(id, 'AuxiliaryPower')?.values).find((values) => values !== undefined);
  return power && ofDay(power, frame).map((kw) => kw * frame.stepHours);
}

/** What counts as lost in silence is known: nothing. */
function withSilence(actual: Float64Array, lostInSilence: Uint8Array): Float64Array {
  if (!lostInSilence.includes(1)) return actual;
  return actual.map((kwh, i) => (lostInSilence[i] === 1 ? 0 : kwh));
}

function energyOfOthers(context: DetectContext, losses: readonly DeviceLosses[]): Float64Array {
  const { energies, frame } = context;
  const sum = new Float64Array(frame.day.count);
  for (const { device } of losses) {
    if (device.energySource !== 'BESS') continue;
    const energy = energies.get(device.id)?.values;
    const values = energy && ofDay(energy, frame);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values?.[i] ?? Number.NaN);
  }
  const used = auxiliaryEnergy(context);
  for (let i = 0; used && i < sum.length; i++) if (!Number.isNaN(used[i])) sum[i] = (sum[i] ?? 0) - (used[i] ?? 0);
  return sum;
}

/** Below this share of the rating the meter tells nothing of the devices; above the last one it measures more than they are. */
const LOAD = { least: 0.05, most: 1.05 };

function agreementOf({ generators, others, connection, ratedEnergy }: MeteredSite): MeterAgreement {
  const sums = noAgreement(0);
  for (let i = 0; i < connection.length; i++) {
    const read = connection[i] ?? Number.NaN;
    let made = others[i] ?? Number.NaN;
    let isProducing = false;
    for (const { actual } of generators) {
      made += actual[i] ?? Number.NaN;
      if (Math.abs(actual[i] ?? Number.NaN) > 0) isProducing = true;
    }
    if (!Number.isNaN(read)) sums.metered++;
    else if (isProducing) sums.summed++;
    if (!(made > LOAD.least * ratedEnergy) || Number.isNaN(read)) continue;
    sums.count++;
    sums.devices += made;
    sums.meter += read;
    sums.devicesSquared += made * made;
    sums.meterSquared += read * read;
    sums.product += made * read;
    if (read > LOAD.most * ratedEnergy) sums.aboveRating++;
  }
  return sums;
}
