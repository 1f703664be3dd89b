import type { Issue } from '@solvane/contract/errors';
import type { Period } from '@solvane/energy/time/local-day';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { type PowerCurveRow, powerCurveDevices, powerCurves } from '../../db/schema/models.ts';
import { problem } from '../configuration/configuration-checks.ts';
import { toRow, type Wanted } from './power-curves.wire.ts';

export async function nameProblems(tx: Db, { name, enterpriseId }: Wanted, id: string): Promise<Issue[]> {
  const [taken] = await tx
    .select({ id: powerCurves.id })
    .from(powerCurves)
    .where(and(eq(powerCurves.enterpriseId, enterpriseId), ne(powerCurves.id, id), sql`lower(${powerCurves.name}) = lower(${name})`));
  return taken ? [problem('Configuration_Problem_NameTaken', ['name'], { name })] : [];
}

export function rangeProblems(wanted: Wanted): Issue[] {
  const {
    points,
    dayRange,
    timeRange,
    effectiveStartMs,
    effectiveEndMs,
    airDensityMin,
    airDensityMax,
    windDirectionMin,
    windDirectionMax,
  } = wanted;
  const repeated = points.find(({ windSpeed }, index) => points.findIndex((point) => point.windSpeed === windSpeed) < index);
  const empty = (isEmpty: boolean, path: string) => (isEmpty ? [problem('Configuration_Problem_RangeEmpty', [path], { field: path })] : []);
  return [
    ...(repeated ? [problem('PowerCurve_Problem_SpeedRepeated', ['points'], { windSpeed: repeated.windSpeed })] : []),
    ...empty(airDensityMin >= airDensityMax, 'airDensityMax'),
    ...empty(windDirectionMin === windDirectionMax, 'windDirectionMax'),
    ...empty(dayRange !== null && dayRange.from > dayRange.to, 'dayRange'),
    ...empty(timeRange !== null && timeRange.fromMinute >= timeRange.toMinute, 'timeRange'),
    ...empty(effectiveStartMs !== null && effectiveEndMs !== null && effectiveStartMs >= effectiveEndMs, 'effectiveEndMs'),
  ];
}

/** Two curves of one type for the same turbine under the same conditions at the same time: which of them applies would be ambiguous. */
export async function overlapProblems(tx: Db, wanted: Wanted, id: string): Promise<Issue[]> {
  if (wanted.segmentIds.length === 0) return [];
  const rows = await tx
    .select({ curve: powerCurves, segmentId: powerCurveDevices.segmentId })
    .from(powerCurveDevices)
    .innerJoin(powerCurves, eq(powerCurves.id, powerCurveDevices.curveId))
    .where(and(inArray(powerCurveDevices.segmentId, wanted.segmentIds), ne(powerCurves.id, id), eq(powerCurves.type, wanted.type)));
  const row = toRow(wanted, { id, uploadedBy: '', uploadedMs: 0 });
  return rows
    .filter(({ curve }) => haveSameConditions(curve, row) && periodsOverlap(effectivePeriod(curve), effectivePeriod(row)))
    .map(({ curve, segmentId }) =>
      problem('PowerCurve_Problem_Overlap', ['segmentIds', wanted.segmentIds.indexOf(segmentId)], {
        device: segmentId,
        name: curve.name,
        period: periodText(effectivePeriod(curve)),
      }),
    );
}

function haveSameConditions(a: PowerCurveRow, b: PowerCurveRow): boolean {
  return a.airDensity === b.airDensity && CONDITIONS.every((name) => a[name] === b[name]);
}

function periodsOverlap(a: Period, b: Period): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs;
}

export function effectivePeriod({ effectiveStartMs, effectiveEndMs }: Pick<PowerCurveRow, 'effectiveStartMs' | 'effectiveEndMs'>): Period {
  return { startMs: effectiveStartMs ?? Number.NEGATIVE_INFINITY, endMs: effectiveEndMs ?? Number.POSITIVE_INFINITY };
}

function periodText({ startMs, endMs }: Period): string {
  return [startMs, endMs].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 16) : '…')).join(' – ');
}

const CONDITIONS = [
  'airDensityMin',
  'airDensityMax',
  'windDirectionMin',
  'windDirectionMax',
  'dayFrom',
  'dayTo',
  'minuteFrom',
  'minuteTo',
] as const satisfies readonly (keyof PowerCurveRow)[];
