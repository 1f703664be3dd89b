import type { SegmentId } from '@solvane/contract/ids';
import type { SiteDevice } from '@solvane/energy/site-day/site';
import { intervalGrid } from '@solvane/energy/time/interval';
import type { Period } from '@solvane/energy/time/local-day';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../../db/db.ts';
import { groupEvents } from '../../../db/schema/events.ts';
import { pointKindOf, type SeriesRegistry } from '../../../signals/series-registry.ts';
import type { SignalReader } from '../../../signals/signal-reader.ts';

export interface TurbineReaders {
  store: Pick<SignalReader, 'readPoints'>;
  registry: Pick<SeriesRegistry, 'list'>;
}

const DISTURBING = ['Downtime', 'Curtailment', 'Degraded', 'Unknown'] as const;

export interface TurbineGrid {
  period: Period;
  stepMs: number;
}

/** Wind of the turbine, else of its met mast. */
export async function readTurbineColumns({ store, registry }: TurbineReaders, device: SiteDevice, { period, stepMs }: TurbineGrid) {
  const mastId = device.primaryWeatherStationId;
  const ids = [device.id, mastId].filter((id): id is SegmentId => id !== undefined);
  const series = await registry.list(ids);
  const { count } = intervalGrid(period, stepMs);
  const read = async (segmentId: string | undefined, signalId: string): Promise<Float64Array | undefined> => {
    const found = series.find((each) => each.segmentId === segmentId && `${each.apCode}||${each.calcType}` === signalId);
    if (!found) return undefined;
    const points = await store.readPoints({ kind: pointKindOf(found.calcType), series: [found.series], ...period });
    const column = new Float64Array(count).fill(Number.NaN);
    for (let i = 0; i < points.timesMs.length; i++) {
      column[Math.round(((points.timesMs[i] ?? 0) - period.startMs) / stepMs)] = points.values[i] ?? Number.NaN;
    }
    return column;
  };
  const missing = () => new Float64Array(count).fill(Number.NaN);
  const [power, nacelle, mast, airDensity, windVane] = await Promise.all([
    read(device.id, 'ActivePower||Validated'),
    read(device.id, 'NacelleWindSpeed||Validated'),
    read(mastId, 'WindSpeed||Validated'),
    read(device.id, 'AirDensity||Calculated'),
    read(device.id, 'WindVane||Validated'),
  ]);
  return { power: power ?? missing(), windSpeed: nacelle ?? mast ?? missing(), airDensity: airDensity ?? missing(), windVane };
}

/** 1 where an event of the turbine or its site held it down. Index: group_events (site_id, start_ms). */
export async function disturbedIntervals(db: Db, segmentIds: readonly SegmentId[], { period, stepMs }: TurbineGrid): Promise<Uint8Array> {
  const { startMs, count } = intervalGrid(period, stepMs);
  const disturbed = new Uint8Array(count);
  const rows = await db
    .select({ startMs: groupEvents.startMs, endMs: groupEvents.endMs })
    .from(groupEvents)
    .where(
      and(
        inArray(groupEvents.segmentId, [...segmentIds]),
        inArray(groupEvents.eventType, [...DISTURBING]),
        eq(groupEvents.isPromoted, false),
        lt(groupEvents.startMs, period.endMs),
        gt(groupEvents.endMs, period.startMs),
      ),
    );
  for (const event of rows) {
    const [first, last] = [Math.floor((event.startMs - startMs) / stepMs), Math.ceil((event.endMs - startMs) / stepMs)];
    disturbed.fill(1, Math.max(0, first), Math.max(0, Math.min(count, last)));
  }
  return disturbed;
}
