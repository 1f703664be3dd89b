import type { SegmentId, SiteId } from '@solvane/contract/ids';
import type { CoefficientWire } from '@solvane/contract/models';
import type { Findings, UploadTable } from './findings.ts';
import { type Known, readDevice } from './known.ts';
import { RowReader } from './read-cells.ts';

export interface CoefficientPlan {
  sites: { siteId: SiteId; rows: CoefficientWire[] }[];
}

interface CoefficientRow extends CoefficientWire {
  siteId: SiteId;
  row: RowReader;
}

/** Expected production coefficients: twelve months for each device and day from which they hold. */
export function checkCoefficients([table]: readonly UploadTable[], known: Known, findings: Findings): CoefficientPlan {
  if (!table) return { sites: [] };
  const devices = new Map<string, (typeof known.devices)[number]>(known.devices.map((device) => [device.segmentId, device]));
  const rows = table.rows.flatMap((tableRow): CoefficientRow[] => {
    const row = new RowReader(tableRow, table, findings);
    const device = readDevice(row, devices);
    const effectiveFrom = row.date('effectiveFrom');
    const month = row.requiredNumber('month', { min: 1, max: 12, isWhole: true });
    // An empty value is stored as one, and warned about for the whole table.
    const coefficient = row.optionalNumber('coefficient', { min: 0, max: 1.2 });
    const degradationPerYear = row.numberOr('degradation', 0, { min: 0, max: 0.05 });
    const minIrradiance = row.numberOr('minIrradiance', 20, { min: 0, max: 1_000 });
    const acLimit = row.optionalNumber('acLimit', { min: 0, max: 1e9 });
    if (!device || !effectiveFrom || month === undefined || coefficient === undefined || degradationPerYear === undefined) return [];
    if (minIrradiance === undefined || acLimit === undefined) return [];
    const { segmentId, siteId } = device;
    return [{ row, siteId, segmentId, effectiveFrom, month, coefficient, degradationPerYear, minIrradiance, acLimit }];
  });
  for (const members of Map.groupBy(rows, ({ segmentId, effectiveFrom }) => `${segmentId} ${effectiveFrom}`).values())
    checkTable(members, known);
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return {
    sites: [...bySite].map(([siteId, ofSite]) => ({ siteId, rows: ofSite.map(({ row: _row, siteId: _siteId, ...wire }) => wire) })),
  };
}

function checkTable(members: readonly CoefficientRow[], { datedTables }: Known): void {
  const [first] = members;
  if (!first) return;
  const values = { device: first.segmentId, from: first.effectiveFrom };
  members.forEach(({ row, month }, at) => {
    if (members.findIndex((member) => member.month === month) < at) row.refuse('monthTwice', 'month', { ...values, month });
  });
  const missing = MONTHS.filter((month) => !members.some((member) => member.month === month));
  if (missing.length > 0) first.row.refuse('monthsMissing', 'month', { ...values, months: missing.join(', ') });
  const every = (test: (value: number | null) => boolean) => members.every(({ coefficient }) => test(coefficient));
  if (every((value) => value === 0)) first.row.refuse('allZero', 'coefficient', values);
  if (every((value) => value === 1)) first.row.refuse('allOne', 'coefficient', values);
  for (const { row, coefficient } of members) if (coefficient === null) row.refuse('valuesEmpty', 'coefficient', values);
  if (datedTables.includes(tableKey(first.segmentId, first.effectiveFrom))) first.row.refuse('tableReplaced', 'deviceId', values);
}

/** Of `Known.datedTables`. */
export function tableKey(segmentId: SegmentId, date: string): string {
  return `${segmentId} ${date}`;
}

export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, index) => index + 1);
