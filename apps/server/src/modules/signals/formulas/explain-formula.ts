import type { ResponseOf } from '@solvane/contract/endpoint';
import { type SegmentId, type SignalId, signalIdSchema } from '@solvane/contract/ids';
import type { signalEndpoints } from '@solvane/contract/signals';
import { type FormulaNode, OVER_DEVICES } from '@solvane/energy/formulas/formula-tree';
import { unitInCurrency } from '@solvane/energy/units/currency';
import { shortestStepMs } from '@solvane/series/held-values';
import type { NativeSeries } from '../derived/native-series.ts';
import type { RequestedSegment } from '../queries/signal-directory.ts';
import { computeFormulas, type FormulaDeps, readFormulaInputs } from './formula-values.ts';
import type { ReadyFormula } from './stored-formulas.ts';

type Explanation = ResponseOf<typeof signalEndpoints.explain>;

interface FormulaPoint {
  formula: ReadyFormula;
  segment: RequestedSegment;
  signalId: SignalId;
  timeMs: number;
  nowMs: number;
  inventoryVersion: string | undefined;
}

/** Coarser inputs hold for their intervals: their points may stand this far before the one that is explained. */
const HELD_MS = 86_400_000;
/** Values of more devices than these are not read on one screen. */
const INPUTS_SHOWN = 20;

/** One value of a calculated signal: its formula, the values that went in, and why there is none. */
export async function explainFormula(deps: FormulaDeps, point: FormulaPoint): Promise<Explanation> {
  const { formula: stored, segment, signalId, timeMs, nowMs, inventoryVersion } = point;
  const { formula, formulaId, name, text } = stored;
  const { segmentId, intervalMs } = segment;
  const startMs = Math.floor(timeMs / intervalMs) * intervalMs;
  const interval = { startMs, endMs: startMs + intervalMs };
  const request = {
    formulas: [stored],
    segments: [segment],
    period: { startMs: startMs - HELD_MS, endMs: interval.endMs },
    unit: undefined,
    inventoryVersion,
    filterInputs: async (inputs: readonly NativeSeries[]) => inputs,
  };
  const read = await readFormulaInputs(deps, request);
  const [series] = await computeFormulas(request, read);
  const value = series?.values[series.timesMs.indexOf(startMs)] ?? Number.NaN;
  const hasValue = !Number.isNaN(value);
  const overDevices = signalsOverDevices(formula.root);
  const inputs = read.inputs
    .filter(({ segment: of, definition }) => of.segmentId === segmentId || overDevices.has(definition.signalId))
    .toSorted((one, other) => Number(other.segment.segmentId === segmentId) - Number(one.segment.segmentId === segmentId))
    .flatMap((one) => inputAt(one, interval, intervalMs));
  const missingInputs = formula.ownSignalIds.filter((id) => !inputs.some((each) => each.segmentId === segmentId && each.signalId === id));
  return {
    segmentId,
    signalId,
    timeMs,
    value: hasValue ? value : null,
    stage: 'formula',
    method: hasValue ? 'Signals_Explain_Formula' : 'Signals_Explain_Nothing',
    values: { signal: name, unit: unitInCurrency(formula.unit, segment.currency), versions: 0, formula: text },
    received: [],
    inputs: inputs.slice(0, INPUTS_SHOWN),
    reasons: hasValue ? [] : [timeMs >= nowMs ? 'notYet' : missingInputs.length > 0 ? 'inputsMissing' : 'noResult'],
    missingInputs: hasValue ? [] : missingInputs.map((id) => ({ segmentId, signalId: signalIdSchema.parse(id) })),
    rules: [],
    neighbours: [],
    changedIn: { kind: 'formula', id: formulaId, name },
  };
}

interface Input {
  segmentId: SegmentId;
  signalId: SignalId;
  timeMs: number;
  value: number;
}

/** The newest value of a signal that holds in an interval; none where it has none. */
function inputAt(
  { segment, definition, timesMs, values }: NativeSeries,
  { startMs, endMs }: { startMs: number; endMs: number },
  intervalMs: number,
): Input[] {
  const ownMs = Math.max(intervalMs, shortestStepMs(timesMs) || 0);
  const at = timesMs.findLastIndex((timeMs, i) => timeMs < endMs && timeMs + ownMs > startMs && !Number.isNaN(values[i]));
  const [timeMs, value] = [timesMs[at], values[at]];
  if (timeMs === undefined || value === undefined) return [];
  return [{ segmentId: segment.segmentId, signalId: signalIdSchema.parse(definition.signalId), timeMs, value }];
}

/** Signals that functions over devices read at the other devices. */
function signalsOverDevices(root: FormulaNode): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: FormulaNode, isOver: boolean): void => {
    if (node.kind === 'signal' && isOver) found.add(node.signalId);
    else if (node.kind === 'unary') visit(node.operand, isOver);
    else if (node.kind === 'binary') for (const each of [node.left, node.right]) visit(each, isOver);
    else if (node.kind === 'call') for (const each of node.args) visit(each, isOver || OVER_DEVICES.has(node.name));
  };
  visit(root, false);
  return found;
}
