import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { segmentIdSchema } from '@solvane/contract/ids';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import { pointKindOf, type RegisteredSeries, type SeriesKey } from '../../../signals/series-registry.ts';
import type { RegisterSeries } from './batch.ts';

/** A signal of a device. */
export interface DeviceSignal {
  deviceId: string;
  signalId: string;
}

/** Numbers of the computed series of a site by device and signal; signals that are new get theirs. */
export class ComputedSeries {
  readonly #siteId: SiteId;
  readonly #register: RegisterSeries;
  readonly #numbers = new Map<string, number>();
  /** Series whose values are directions. */
  readonly directions = new Set<number>();
  readonly #byKind = { validated: new Set<number>(), derived: new Set<number>() };

  constructor(siteId: SiteId, stored: readonly RegisteredSeries[], register: RegisterSeries) {
    this.#siteId = siteId;
    this.#register = register;
    for (const { series, segmentId, apCode, calcType } of stored) this.#add(segmentId, { apCode, calcType }, series);
  }

  /** Every computed series there is: what a new computation no longer says is taken back. */
  listOf(kind: 'validated' | 'derived'): number[] {
    return [...this.#byKind[kind]];
  }

  getNumber({ deviceId, signalId }: DeviceSignal): number {
    const number = this.#numbers.get(`${deviceId} ${signalId}`);
    if (number === undefined) throw new RangeError(`${signalId} of ${deviceId} has no number`);
    return number;
  }

  /** Has every one of these signals known. */
  async ensure(signals: Iterable<DeviceSignal>): Promise<void> {
    const missing = new Map<string, SeriesKey>();
    for (const { deviceId, signalId } of signals) {
      const name = `${deviceId} ${signalId}`;
      if (this.#numbers.has(name) || missing.has(name)) continue;
      const parsed = parseSignalId(signalId);
      if (!parsed) throw new RangeError(`${signalId} is no signal`);
      const segmentId: SegmentId = segmentIdSchema.parse(deviceId);
      missing.set(name, { siteId: this.#siteId, segmentId, apCode: parsed.apCode, calcType: parsed.calcType });
    }
    if (missing.size === 0) return;
    const numbers = await this.#register([...missing.values()]);
    [...missing.values()].forEach((key, i) => {
      const number = numbers[i];
      if (number !== undefined) this.#add(key.segmentId, key, number);
    });
  }

  #add(deviceId: string, { apCode, calcType }: Pick<SeriesKey, 'apCode' | 'calcType'>, number: number): void {
    const kind = pointKindOf(calcType);
    if (kind === 'raw') return;
    const signalId = `${apCode}||${calcType}`;
    this.#numbers.set(`${deviceId} ${signalId}`, number);
    this.#byKind[kind].add(number);
    if (findSignalDefinition(signalId)?.timeAggregation === 'circ') this.directions.add(number);
  }
}
