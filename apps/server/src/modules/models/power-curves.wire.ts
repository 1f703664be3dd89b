import type { BodyOf } from '@solvane/contract/endpoint';
import type { SegmentId } from '@solvane/contract/ids';
import type { PowerCurveContent, PowerCurveWire, powerCurveEndpoints } from '@solvane/contract/models';
import type { Revision } from '@solvane/contract/validity';
import type { PowerCurveRow } from '../../db/schema/models.ts';
import { toRevision } from '../configuration/revision.ts';

export type Wanted = BodyOf<typeof powerCurveEndpoints.save>;

export function toRow(wanted: Wanted, uploaded: Pick<PowerCurveRow, 'id' | 'uploadedBy' | 'uploadedMs'>): PowerCurveRow {
  const { points, dayRange, timeRange, segmentIds: _segmentIds, id: _id, seenRevision: _seen, note: _note, ...rest } = wanted;
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

export function toWire({ id, uploadedBy, uploadedMs, ...rest }: PowerCurveRow, segmentIds: SegmentId[]): PowerCurveWire {
  return { id, ...contentOf(rest, segmentIds), uploadedBy, uploadedMs };
}

/** All that a save replaces, in a fixed order: of it revisions and versions are made. */
export function toContent(row: PowerCurveRow, segmentIds: readonly SegmentId[]): PowerCurveContent {
  return contentOf(row, segmentIds.toSorted());
}

/** @param segmentIds - all of them, in whatever order */
export function curveRevision(row: PowerCurveRow, segmentIds: readonly SegmentId[]): Revision {
  return toRevision(toContent(row, segmentIds), { updatedBy: row.uploadedBy, updatedAtMs: row.uploadedMs });
}

function contentOf(row: Omit<PowerCurveRow, 'id' | 'uploadedBy' | 'uploadedMs'>, segmentIds: SegmentId[]): PowerCurveContent {
  const { enterpriseId, name, type, windSpeed, power, dayFrom, dayTo, minuteFrom, minuteTo } = row;
  const { airDensity, airDensityMin, airDensityMax, windDirectionMin, windDirectionMax } = row;
  const { effectiveStartMs, effectiveEndMs, resolutionMinutes } = row;
  return {
    ...{ enterpriseId, name, type },
    points: windSpeed.map((speed, index) => ({ windSpeed: speed, power: power[index] ?? 0 })),
    ...{ airDensity, airDensityMin, airDensityMax, windDirectionMin, windDirectionMax },
    dayRange: dayFrom !== null && dayTo !== null ? { from: dayFrom, to: dayTo } : null,
    timeRange: minuteFrom !== null && minuteTo !== null ? { fromMinute: minuteFrom, toMinute: minuteTo } : null,
    ...{ effectiveStartMs, effectiveEndMs, resolutionMinutes, segmentIds },
  };
}
