import type { EnergySource } from '../../signals/signal-row.ts';
import { type EnergyLedger, energyLedger } from '../../storage/shared-connection.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';

/**
 * Who sent how much where behind the grid connection of a hybrid site.
 *
 * @param context - everything known of the day
 * @returns columns of shape (day.count). [kWh] undefined at a site with one kind of generator
 */
export function siteLedger(context: DetectContext): EnergyLedger | undefined {
  const { site, tree } = context;
  const sources = new Set(tree.generators.map(({ energySource }) => energySource));
  if (sources.size < 2) return undefined;
  return energyLedger({
    solar: energyOf('PV', context),
    wind: energyOf('Wind', context),
    battery: energyOf('BESS', context),
    auxiliary: auxiliaryEnergy(context),
    collectionLoss: site.collectionLoss,
    ...(site.chargePriority && { chargePriority: site.chargePriority }),
  });
}

/** A generator without a value makes the whole interval unknown; a source the site does not have gives nothing. */
function energyOf(source: EnergySource, { tree, energies, frame }: DetectContext): Float64Array {
  const sum = new Float64Array(frame.day.count);
  for (const { id, energySource } of tree.generators) {
    if (energySource !== source) continue;
    const energy = energies.get(id)?.values;
    const values = energy && ofDay(energy, frame);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values?.[i] ?? Number.NaN);
  }
  return sum;
}

/** Of the first device that measures it; no device measures it: none. */
function auxiliaryEnergy({ tree, signals, frame }: DetectContext): Float64Array {
  const power = tree.devices.map(({ id }) => signals.find(id, 'AuxiliaryPower')?.values).find((values) => values !== undefined);
  return power ? ofDay(power, frame).map((kw) => kw * frame.stepHours) : new Float64Array(frame.day.count);
}
