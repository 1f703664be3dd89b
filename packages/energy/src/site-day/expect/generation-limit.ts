import type { ExpectContext } from './expect-context.ts';

/**
 * What the grid connection leaves to the generators that can be turned down: a battery that charges makes room for them, one that discharges
 * takes it.
 *
 * @param context - validated signals and configuration
 * @returns at the grid meter, shape (span.count). [kW] NaN: not limited
 */
export function generationLimit({ site, tree, frame, signals }: ExpectContext): Float64Array {
  const stated = tree.devices.map(({ id }) => signals.find(id, 'ExportLimit')?.values).find((column) => column !== undefined);
  const batteries = tree.generators.filter(({ energySource }) => energySource === 'BESS');
  const limit = new Float64Array(frame.span.count).fill(site.exportLimit);
  if (stated) for (let i = 0; i < limit.length; i++) if (!Number.isNaN(stated[i])) limit[i] = stated[i] ?? Number.NaN;
  for (const { id } of batteries) {
    const power = signals.find(id, 'ActivePower')?.values;
    for (let i = 0; power && i < limit.length; i++) {
      const kw = power[i] ?? Number.NaN;
      if (!Number.isNaN(kw)) limit[i] = Math.max(0, (limit[i] ?? Number.NaN) - kw * (1 - site.collectionLoss));
    }
  }
  return limit;
}
