/** A device among those it can be compared with. */
export interface PeerDevice {
  /** Block and model: the closest peers. */
  group: string;
  /** Site and type: the wider circle. */
  circle: string;
  /** Now. [kW] NaN: not known */
  power: number;
  /** AC rating. [kW] NaN: not known */
  rating: number;
  isRunning: boolean;
}

/** What its peers say about a device. */
export interface PeerMedian {
  /** [kW] NaN with fewer than FEWEST_PEERS */
  power: number;
  /** How many running peers it comes from. */
  count: number;
}

/** With fewer running peers of its group a device is compared with those of its circle. */
export const FEWEST_PEERS = 3;

/**
 * Power that the running peers of each device have, at the rating of that device: the median of the closest group without itself, or of the wider
 * circle where the group has too few.
 *
 * @param devices - of any sites; devices without a rating are compared with peers without one by their power alone
 * @returns in the order of the devices. [kW]
 */
export function peerMedians(devices: readonly PeerDevice[]): PeerMedian[] {
  const loads = devices.map(loadOf);
  const running = [...devices.keys()].filter((at) => devices[at]?.isRunning === true && !Number.isNaN(loads[at]));
  const rank = (keyOf: (device: PeerDevice) => string) => {
    const groups = Map.groupBy(running, (at) => ratedKey(devices[at], keyOf));
    return new Map([...groups].map(([key, members]) => [key, rankedLoads(members, loads)]));
  };
  const [groups, circles] = [rank(({ group }) => group), rank(({ circle }) => circle)];
  return devices.map((device, at) => {
    const close = medianWithout(groups.get(ratedKey(device, ({ group }) => group)), at);
    const { load, count } = close.count >= FEWEST_PEERS ? close : medianWithout(circles.get(ratedKey(device, ({ circle }) => circle)), at);
    if (count < FEWEST_PEERS) return { power: Number.NaN, count };
    return { power: hasRating(device) ? load * device.rating : load, count };
  });
}

/** Loads in order, and where each device stands in it. */
interface RankedLoads {
  sorted: Float64Array;
  rankOf: ReadonlyMap<number, number>;
}

function rankedLoads(members: readonly number[], loads: readonly number[]): RankedLoads {
  const loadAt = (at: number) => loads[at] ?? Number.NaN;
  const ordered = [...members].sort((a, b) => loadAt(a) - loadAt(b));
  return { sorted: Float64Array.from(ordered, loadAt), rankOf: new Map(ordered.map((at, rank) => [at, rank])) };
}

function medianWithout(ranked: RankedLoads | undefined, at: number): { load: number; count: number } {
  if (!ranked) return { load: Number.NaN, count: 0 };
  const { sorted, rankOf } = ranked;
  const own = rankOf.get(at);
  const count = sorted.length - (own === undefined ? 0 : 1);
  const load = (place: number) => sorted[own === undefined || place < own ? place : place + 1] ?? Number.NaN;
  return { load: (load(Math.floor((count - 1) / 2)) + load(Math.floor(count / 2))) / 2, count };
}

/** Devices with a rating are compared by their load, others by their power: never with each other. */
function ratedKey(device: PeerDevice | undefined, keyOf: (device: PeerDevice) => string): string {
  return device ? `${hasRating(device)} ${keyOf(device)}` : '';
}

function loadOf(device: PeerDevice): number {
  return hasRating(device) ? device.power / device.rating : device.power;
}

function hasRating({ rating }: Pick<PeerDevice, 'rating'>): boolean {
  return rating > 0;
}
