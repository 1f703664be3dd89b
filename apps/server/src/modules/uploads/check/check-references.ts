import type { SiteId } from '@solvane/contract/ids';
import type { ReferenceRow } from '@solvane/contract/models';
import { referenceProblems } from '@solvane/energy/wind/reference-turbines';
import { tableKey } from './check-coefficients.ts';
import type { Findings, UploadTable } from './findings.ts';
import { type Known, type KnownDevice, readDevice } from './known.ts';
import { RowReader } from './read-cells.ts';

export interface ReferencePlan {
  sites: { siteId: SiteId; rows: ReferenceRow[] }[];
}

interface ReadRow {
  row: RowReader;
  device: KnownDevice;
  reference: KnownDevice;
  effectiveFrom: string;
  rank: number;
}

const CODES = {
  rankRepeated: ['rankTwice', 'rank'],
  rankGap: ['rankGap', 'rank'],
  referenceRepeated: ['referenceTwice', 'referenceId'],
  ownReference: ['referenceItself', 'referenceId'],
} as const;

/** Ranked reference turbines of turbines, from a day on. */
export function checkReferences([table]: readonly UploadTable[], known: Known, findings: Findings): ReferencePlan {
  if (!table) return { sites: [] };
  const devices = new Map<string, KnownDevice>(known.devices.map((device) => [device.segmentId, device]));
  const rows = table.rows.flatMap((tableRow): ReadRow[] => {
    const row = new RowReader(tableRow, table, findings);
    const device = assertTurbine(readDevice(row, devices), row, 'deviceId');
    const effectiveFrom = row.date('effectiveFrom');
    const rank = row.requiredNumber('rank', { min: 1, max: 50, isWhole: true });
    const reference = assertTurbine(readDevice(row, devices, { id: 'referenceId', name: 'referenceName' }), row, 'referenceId');
    if (!device || !effectiveFrom || rank === undefined || !reference) return [];
    if (reference.siteId !== device.siteId) return row.refuse('referenceElsewhere', 'referenceId', { device: reference.segmentId }) ?? [];
    return [{ row, device, reference, effectiveFrom, rank }];
  });
  const lists = [...Map.groupBy(rows, ({ device, effectiveFrom }) => tableKey(device.segmentId, effectiveFrom))];
  for (const [key, members] of lists) checkList(key, members, known);
  const bySite = Map.groupBy(lists, ([, [first]]) => first?.device.siteId);
  return {
    sites: [...bySite].flatMap(([siteId, ofSite]) => (siteId ? [{ siteId, rows: ofSite.flatMap(([, members]) => toRow(members)) }] : [])),
  };
}

function assertTurbine(device: KnownDevice | undefined, row: RowReader, column: string): KnownDevice | undefined {
  if (!device || device.segmentType === 'WindTurbine') return device;
  return row.refuse('deviceType', column, { device: device.segmentId, type: device.segmentType });
}

function checkList(key: string, members: readonly ReadRow[], { datedTables }: Known): void {
  const assignments = members.map(({ device, reference, rank }) => ({
    deviceId: device.segmentId,
    referenceDeviceId: reference.segmentId,
    rank,
  }));
  for (const { kind, rows } of referenceProblems(assignments)) {
    const [code, column] = CODES[kind];
    // A gap is one mistake of the list, the others are of their rows.
    for (const at of kind === 'rankGap' ? rows.slice(0, 1) : rows) {
      const member = members[at];
      member?.row.refuse(code, column, { device: member.device.segmentId, reference: member.reference.segmentId, rank: member.rank });
    }
  }
  const [first] = members;
  if (first && datedTables.includes(key))
    first.row.refuse('tableReplaced', 'deviceId', { device: first.device.segmentId, from: first.effectiveFrom });
}

function toRow(members: readonly ReadRow[]): ReferenceRow[] {
  const [first] = members;
  if (!first) return [];
  const references = members.map(({ reference, rank }) => ({ segmentId: reference.segmentId, rank }));
  return [{ segmentId: first.device.segmentId, effectiveFrom: first.effectiveFrom, references }];
}
