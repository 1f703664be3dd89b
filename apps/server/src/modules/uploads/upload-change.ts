import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { UploadCode } from '@solvane/contract/uploads/upload-codes';
import type { UploadChange, UploadFinding } from '@solvane/contract/uploads/uploads';
import { dayStart, parseIsoDate } from '@solvane/energy/time/local-day';
import type { UploadPlan } from './check/check-file.ts';
import type { Known } from './check/known.ts';

type Extent = Pick<UploadChange, 'startMs' | 'endMs'>;

/** What an import changes, and the time that is recalculated. */
export function changeOf(plan: UploadPlan, { known, findings }: { known: Known; findings: readonly UploadFinding[] }): UploadChange {
  const count = (code: UploadCode) => findings.reduce((sum, finding) => (finding.code === code ? sum + finding.rows : sum), 0);
  const devices = new Map<SegmentId, Known['devices'][number]>(known.devices.map((device) => [device.segmentId, device]));
  const zoneOf = (siteId: SiteId) => known.devices.find((device) => device.siteId === siteId)?.zone ?? 'UTC';
  const dayOf = (date: string | null, siteId: SiteId) => (date === null ? null : dayStart(parseIsoDate(date) ?? 0, zoneOf(siteId)));
  if (plan.kind === 'powerCurves') {
    const replaced = plan.curves.filter(({ id }) => id !== null).length;
    const segmentIds = new Set(plan.curves.flatMap((curve) => curve.segmentIds));
    const extents = plan.curves.map(({ effectiveStartMs, effectiveEndMs }) => ({ startMs: effectiveStartMs, endMs: effectiveEndMs }));
    const siteIds = [...segmentIds].flatMap((segmentId) => devices.get(segmentId)?.siteId ?? []);
    return toChange({ added: plan.curves.length - replaced, replaced, devices: segmentIds.size, siteIds }, extents);
  }
  if (plan.kind === 'budgets') {
    const years = plan.sites.flatMap(({ siteId, rows }) => [...new Set(rows.map(({ year }) => year))].map((year) => ({ siteId, year })));
    const extents = years.map(({ year }) => ({ startMs: Date.UTC(year, 0, 1), endMs: Date.UTC(year + 1, 0, 1) }));
    const replaced = count('yearReplaced');
    return toChange({ added: years.length - replaced, replaced, devices: 0, siteIds: years.map(({ siteId }) => siteId) }, extents);
  }
  if (plan.kind === 'manualData') {
    const points = plan.series.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
    const replaced = count('valueReplaced');
    const extents = plan.series.map(({ timesMs, segmentId }) => ({
      startMs: timesMs[0] ?? null,
      endMs: (timesMs.at(-1) ?? 0) + (devices.get(segmentId)?.stepMs ?? 0),
    }));
    const segmentIds = new Set(plan.series.map(({ segmentId }) => segmentId));
    return toChange(
      { added: points - replaced, replaced, devices: segmentIds.size, siteIds: plan.series.map(({ siteId }) => siteId) },
      extents,
    );
  }
  const tables = plan.sites.flatMap(({ siteId, rows }) =>
    (rows as { segmentId: SegmentId; effectiveFrom: string | null }[]).map((row) => ({ siteId, ...row })),
  );
  const extents = tables.map(({ siteId, effectiveFrom }) => ({ startMs: dayOf(effectiveFrom, siteId), endMs: null }));
  const keys = new Set(tables.map(({ segmentId, effectiveFrom }) => `${segmentId} ${effectiveFrom}`));
  const replaced = count('tableReplaced');
  const counts = { added: keys.size - replaced, replaced, devices: new Set(tables.map(({ segmentId }) => segmentId)).size };
  return toChange({ ...counts, siteIds: tables.map(({ siteId }) => siteId) }, extents);
}

function toChange(counts: Omit<UploadChange, 'startMs' | 'endMs'>, extents: readonly Extent[]): UploadChange {
  const starts = extents.map(({ startMs }) => startMs);
  const ends = extents.map(({ endMs }) => endMs);
  return {
    ...counts,
    siteIds: [...new Set(counts.siteIds)],
    startMs: starts.reduce((first, each) => (first === null || each === null ? null : Math.min(first, each)), starts[0] ?? null),
    endMs: ends.reduce((last, each) => (last === null || each === null ? null : Math.max(last, each)), ends[0] ?? null),
  };
}
