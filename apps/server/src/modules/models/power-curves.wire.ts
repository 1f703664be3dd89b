import type { BodyOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { PowerCurveWire, powerCurveEndpoints } from '@solvane/contract/models';
import type { PowerCurveRow } from '../../db/schema/models.ts';

export type Wanted = BodyOf<typeof powerCurveEndpoints.save>;

export function toRow(wanted: Wanted, uploaded: Pick<PowerCurveRow, 'id' | 'uploadedBy' | 'uploadedMs'>): PowerCurveRow {
  const { points, dayRange, timeRange, segmentIds: _segmentIds, id: _id, ...rest } = wanted;
  const rising = [...points].sort((a, b) => a.windSpeed - b.windSpeed);
  return {
    ...rest,
    ...uploaded,
    windSpeed: rising.map(({ windSpeed }) => windSpeed),
    power: rising.map(({ power }) => power),
    dayFrom: dayRange?.from ?? null,
    dayTo: dayRange?.to ?? null,
    minuteFrom: timeRange?.fromMinute ?? null,
    minuteTo: timeRange?.toMinute ?? null,
  };
}

export function toWire(
  { windSpeed, power, dayFrom, dayTo, minuteFrom, minuteTo, ...rest }: PowerCurveRow,
  segmentIds: SegmentId[],
): PowerCurveWire {
  return {
    ...rest,
    points: windSpeed.map((speed, index) => ({ windSpeed: speed, power: power[index] ?? 0 })),
    dayRange: dayFrom !== null && dayTo !== null ? { from: dayFrom, to: dayTo } : null,
    timeRange: minuteFrom !== null && minuteTo !== null ? { fromMinute: minuteFrom, toMinute: minuteTo } : null,
    segmentIds,
  };
}
