import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import type { UploadedSheet, UploadFinding, UploadRow } from '@solvane/contract/uploads/uploads';
import { type BudgetPlan, checkBudgets } from './check-budgets.ts';
import { type CoefficientPlan, checkCoefficients } from './check-coefficients.ts';
import { checkManualData, type ManualDataPlan } from './check-manual-data.ts';
import { checkPowerCurves, type PowerCurvePlan } from './check-power-curves.ts';
import { checkReferences, type ReferencePlan } from './check-references.ts';
import { Findings, type UploadTable } from './findings.ts';
import type { Known, NamedThings } from './known.ts';
import { readTables } from './read-tables.ts';

/** What an import of each kind would write. */
export interface Plans {
  powerCurves: PowerCurvePlan;
  expectedCoefficients: CoefficientPlan;
  budgets: BudgetPlan;
  referenceTurbines: ReferencePlan;
  manualData: ManualDataPlan;
}

export type UploadPlan = { [Kind in UploadKind]: { kind: Kind } & Plans[Kind] }[UploadKind];

/** A file that was read, and not compared with the fleet yet. */
export interface OpenUpload {
  names: NamedThings;
  check(known: Known): CheckedUpload;
}

export interface CheckedUpload {
  plan: UploadPlan;
  sheets: UploadedSheet[];
  findings: UploadFinding[];
  errors: number;
  warnings: number;
  rowsOf(sheet: string): UploadRow[];
}

/** Reads a file and says what it names; then judges it by what is known of that. */
export async function openUpload(kind: UploadKind, file: { fileName: string; content: Buffer }): Promise<OpenUpload> {
  const sheets = sheetsOf(kind);
  const findings = new Findings(sheets);
  const tables = await readTables(file, sheets, findings);
  return {
    names: namesIn(tables),
    check: (known) => {
      const plan = planOf(kind, inOrder(tables, kind), known, findings);
      const rowsOf = (name: string): UploadRow[] =>
        (tables.find(({ sheet }) => sheet.name === name)?.rows ?? []).map(({ number, cells }) => ({
          number,
          cells: [...cells],
          findings: findings.ofRow(name, number),
        }));
      return {
        plan,
        sheets: tables.map(({ sheet: { name, columns }, rows }) => ({
          name,
          rows: rows.length,
          columns: columns.map(({ key, header, isNumber = false }) => ({ key, header, isNumber })),
          errors: findings.count('error', name),
          warnings: findings.count('warning', name),
          rowsWithFindings: findings.rowsWithFindings(name),
        })),
        findings: findings.lines(),
        errors: findings.count('error'),
        warnings: findings.count('warning'),
        rowsOf,
      };
    },
  };
}

/** A kind reads its tables by position; where one is missing, none of it is judged. */
function inOrder(tables: readonly UploadTable[], kind: UploadKind): readonly UploadTable[] {
  return tables.length === sheetsOf(kind).length ? tables : [];
}

function planOf(kind: UploadKind, tables: readonly UploadTable[], known: Known, findings: Findings): UploadPlan {
  if (kind === 'powerCurves') return { kind, ...checkPowerCurves(tables, known, findings) };
  if (kind === 'expectedCoefficients') return { kind, ...checkCoefficients(tables, known, findings) };
  if (kind === 'budgets') return { kind, ...checkBudgets(tables, known, findings) };
  if (kind === 'referenceTurbines') return { kind, ...checkReferences(tables, known, findings) };
  return { kind, ...checkManualData(tables, known, findings) };
}

function namesIn(tables: readonly UploadTable[]): NamedThings {
  const named = (wanted: readonly string[]) => {
    const found = new Set<string>();
    for (const { sheet, rows } of tables) {
      const columns = sheet.columns.flatMap(({ key }, at) => (wanted.includes(key) ? [at] : []));
      for (const { cells } of rows) for (const at of columns) if (cells[at]) found.add(cells[at]);
    }
    return [...found];
  };
  return { segmentIds: named(['deviceId', 'referenceId']), siteIds: named(['siteId']) };
}
