import { distanceKm } from '../devices/distance.ts';
import type { DeviceRun } from './signal-run.ts';

interface NearDevice {
  device: DeviceRun;
  distanceKm: number;
}

/**
 * The other devices of the same type, nearest first; those without a position are left out. They are sorted only as
 * far as they are read: in a park of a hundred turbines that is three.
 */
export class Neighbourhood {
  readonly #devices: readonly DeviceRun[];
  /** Of the devices; NaN for those that do not count and those whose rank is known. [km] */
  readonly #distances: Float64Array;
  readonly #ranked: NearDevice[] = [];

  /**
   * @param device - in the middle
   * @param devices - of its site, itself among them
   */
  constructor(device: DeviceRun, devices: readonly DeviceRun[]) {
    this.#devices = devices;
    this.#distances = new Float64Array(devices.length).fill(Number.NaN);
    for (let k = 0; k < devices.length; k++) {
      const other = devices[k];
      const isAlike = other !== undefined && other !== device && other.input.segmentType === device.input.segmentType;
      if (isAlike) this.#distances[k] = distanceKm(device.input, other.input);
    }
  }

  /**
   * @param rank - 0 for the nearest; of equally near ones the first by id
   * @returns undefined: there are not so many
   */
  nearest(rank: number): NearDevice | undefined {
    while (this.#ranked.length <= rank) {
      const next = this.#takeNearest();
      if (next === undefined) return undefined;
      this.#ranked.push(next);
    }
    return this.#ranked[rank];
  }

  #takeNearest(): NearDevice | undefined {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.#distances.length; k++) {
      const distance = this.#distances[k] ?? Number.NaN;
      if (distance > least || Number.isNaN(distance) || (distance === least && this.#idOf(best) < this.#idOf(k))) continue;
      best = k;
      least = distance;
    }
    const device = this.#devices[best];
    if (device === undefined) return undefined;
    this.#distances[best] = Number.NaN;
    return { device, distanceKm: least };
  }

  #idOf(k: number): string {
    return this.#devices[k]?.input.id ?? '';
  }
}
