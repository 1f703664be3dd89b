import type { SiteStatus } from '@solvane/contract/fleet';
import type { SegmentId } from '@solvane/contract/ids';

/** Newest complete interval of a device's power. */
export interface LatestPower {
  timeMs: number;
  valueKw: number;
}

export interface PowerDevice {
  id: SegmentId;
  /** AC rating; null: unknown. [kW] */
  capacityKw: number | null;
}

/** Where a site's power can be read, best first. */
export interface PowerSources {
  /** Grid connections; several are added. */
  pccs: readonly PowerDevice[];
  /** Meters of the whole site: more than one of them is no main meter. */
  meters: readonly PowerDevice[];
  generators: readonly PowerDevice[];
  /** Share lost between generators and meter. */
  collectionLoss: number;
  intervalMs: number;
}

export type SitePower = Pick<SiteStatus, 'activePowerKw' | 'powerAtMs' | 'powerSource' | 'powerDevices' | 'powerCoverage'>;

const NO_POWER: SitePower = { activePowerKw: null, powerAtMs: null, powerSource: null, powerDevices: null, powerCoverage: null };
/** Below half of the rating a sum says nothing; from nine tenths an interval counts as complete. */
const [MIN_COVERAGE, FULL_COVERAGE] = [0.5, 0.9];
/** A source that is this many intervals behind the newest one has stopped, and the next one is asked. */
const BEHIND_INTERVALS = 2;

/**
 * Net power of a site: grid connection, else main meter, else the generators less the collection loss (added where the sum is consumption), each
 * only while it keeps up with the newest of them. Disabled devices are not among the sources.
 */
export function sitePower(sources: PowerSources, latest: ReadonlyMap<SegmentId, LatestPower>): SitePower {
  const { pccs, meters, generators, collectionLoss, intervalMs } = sources;
  const candidates = [
    { powerSource: 'pcc', sum: sumOf(pccs, latest, intervalMs), loss: 0 },
    { powerSource: 'meter', sum: sumOf(meters.length === 1 ? meters : [], latest, intervalMs), loss: 0 },
    { powerSource: 'generators', sum: sumOf(generators, latest, intervalMs), loss: collectionLoss },
  ] as const;
  const newestMs = Math.max(...candidates.map(({ sum }) => sum?.atMs ?? Number.NEGATIVE_INFINITY));
  for (const { powerSource, sum, loss } of candidates) {
    if (!sum || sum.atMs < newestMs - BEHIND_INTERVALS * intervalMs) continue;
    const activePowerKw = sum.powerKw >= 0 ? sum.powerKw * (1 - loss) : sum.powerKw / (1 - loss);
    return { activePowerKw, powerAtMs: sum.atMs, powerSource, powerDevices: sum.devices, powerCoverage: sum.coverage };
  }
  return NO_POWER;
}

interface Sum {
  powerKw: number;
  atMs: number;
  devices: { known: number; count: number };
  coverage: number;
}

/**
 * The newest interval for which nine tenths of the rating have arrived, else half of it. A device that is one interval ahead counts with its
 * newest value: the others of that interval are still on their way.
 */
function sumOf(devices: readonly PowerDevice[], latest: ReadonlyMap<SegmentId, LatestPower>, intervalMs: number): Sum | undefined {
  // Without a rating of each the devices count alike.
  const hasRatings = devices.every(({ capacityKw }) => capacityKw !== null && capacityKw > 0);
  const weighted = devices.map(({ id, capacityKw }) => ({ power: latest.get(id), weight: hasRatings ? (capacityKw ?? 1) : 1 }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const known = weighted.flatMap(({ power, weight }) => (power ? [{ ...power, weight }] : []));
  const instants = [...new Set(known.map(({ timeMs }) => timeMs))].sort((left, right) => right - left);
  const sums = instants.map((atMs): Sum => {
    const arrived = known.filter(({ timeMs }) => timeMs >= atMs && timeMs <= atMs + intervalMs);
    const weight = arrived.reduce((sum, each) => sum + each.weight, 0);
    const powerKw = arrived.reduce((sum, { valueKw }) => sum + valueKw, 0);
    return { atMs, powerKw, devices: { known: arrived.length, count: devices.length }, coverage: weight / total };
  });
  return sums.find(({ coverage }) => coverage >= FULL_COVERAGE) ?? sums.find(({ coverage }) => coverage >= MIN_COVERAGE);
}
