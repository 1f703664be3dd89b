import type { SignalId } from '../signals/signal-id.ts';
import { civilDate, localDay, localDayOf } from '../time/local-day.ts';
import { localFields } from '../time/local-time.ts';
import type { Unit } from '../units/units.ts';
import { fromBase, toBase } from './dimension.ts';
import type { FormulaNode, FunctionName } from './formula-tree.ts';
import type { Formula } from './parse-formula.ts';

/** Intervals of a device: where and when a formula is evaluated. */
export interface FormulaScope {
  /** Starts of intervals one step apart, ascending, shape (n); with buckets of the calendar of any length. */
  timesMs: Float64Array;
  /** Length of an interval; of buckets the usual one. */
  stepMs: number;
  /** Zone of the site. */
  zone: string;
  /** Values of a signal of the device, shape (n); NaN is missing; undefined: it does not have the signal. */
  column(signalId: SignalId): Float64Array | undefined;
  /** Unit of the signal's values. */
  unitOf(signalId: SignalId): Unit;
  /** The same intervals at the devices of the site that have this type; absent: the type of this device. */
  devices(segmentType: string | undefined): readonly FormulaScope[];
  /** The result of a function over devices, computed once for all devices that share it; absent: computed each time. */
  shared?(call: FormulaNode, segmentType: string | undefined, compute: () => Float64Array): Float64Array;
}

const HOUR_MS = 3_600_000;

/**
 * Values of a formula.
 *
 * A missing input makes a missing result, with four exceptions: `if` only needs its condition and the branch it takes, `coalesce` takes the first value that
 * is there, `isMissing` says whether it is, and functions over devices and over time use what is there. A division by 0 and a root of a negative number are missing.
 *
 * @param formula - checked
 * @param scope - device and intervals
 * @returns values in the unit of the formula, shape (n); NaN is missing
 */
export function evaluateFormula({ root, unit }: Formula, scope: FormulaScope): Float64Array {
  return evaluate(root, scope).map((value) => (Number.isFinite(value) ? fromBase(value, unit) : Number.NaN));
}

function evaluate(node: FormulaNode, scope: FormulaScope): Float64Array {
  switch (node.kind) {
    case 'number':
      return new Float64Array(scope.timesMs.length).fill(node.value);
    case 'signal': {
      const unit = scope.unitOf(node.signalId);
      return scope.column(node.signalId)?.map((value) => toBase(value, unit)) ?? missing(scope);
    }
    case 'unary':
      return evaluate(node.operand, scope).map(
        node.operator === '-' ? (value) => -value : (value) => (Number.isNaN(value) ? value : Number(value === 0)),
      );
    case 'binary':
      return combine([evaluate(node.left, scope), evaluate(node.right, scope)], scope, BINARY[node.operator]);
    case 'call':
      return call(node.name, node, scope);
  }
}

type Combine = (values: readonly number[]) => number;

/** A comparison with a missing value is missing. */
function truth(holds: (left: number, right: number) => boolean): Combine {
  return ([left = Number.NaN, right = Number.NaN]) => (Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : Number(holds(left, right)));
}

const BINARY: Readonly<Record<Extract<FormulaNode, { kind: 'binary' }>['operator'], Combine>> = {
  '+': ([left = Number.NaN, right = Number.NaN]) => left + right,
  '-': ([left = Number.NaN, right = Number.NaN]) => left - right,
  '*': ([left = Number.NaN, right = Number.NaN]) => left * right,
  '/': ([left = Number.NaN, right = Number.NaN]) => left / right,
  '^': ([left = Number.NaN, right = Number.NaN]) => left ** right,
  '<': truth((left, right) => left < right),
  '<=': truth((left, right) => left <= right),
  '>': truth((left, right) => left > right),
  '>=': truth((left, right) => left >= right),
  '==': truth((left, right) => left === right),
  '!=': truth((left, right) => left !== right),
  and: truth((left, right) => left !== 0 && right !== 0),
  or: truth((left, right) => left !== 0 || right !== 0),
};

const degrees = (value: number): number => (value * Math.PI) / 180;

const POINTWISE: Readonly<Partial<Record<FunctionName, Combine>>> = {
  abs: ([value = Number.NaN]) => Math.abs(value),
  sqrt: ([value = Number.NaN]) => Math.sqrt(value),
  exp: ([value = Number.NaN]) => Math.exp(value),
  ln: ([value = Number.NaN]) => Math.log(value),
  log10: ([value = Number.NaN]) => Math.log10(value),
  sin: ([value = Number.NaN]) => Math.sin(degrees(value)),
  cos: ([value = Number.NaN]) => Math.cos(degrees(value)),
  tan: ([value = Number.NaN]) => Math.tan(degrees(value)),
  sign: ([value = Number.NaN]) => Math.sign(value),
  floor: ([value = Number.NaN]) => Math.floor(value),
  ceil: ([value = Number.NaN]) => Math.ceil(value),
  round: ([value = Number.NaN]) => Math.round(value),
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  clamp: ([value = Number.NaN, low = Number.NaN, high = Number.NaN]) => Math.min(Math.max(value, low), high),
  if: ([condition = Number.NaN, yes = Number.NaN, no = Number.NaN]) => (Number.isNaN(condition) ? Number.NaN : condition === 0 ? no : yes),
  isMissing: ([value = Number.NaN]) => Number(Number.isNaN(value)),
  coalesce: (values) => values.find((value) => !Number.isNaN(value)) ?? Number.NaN,
};

function call(name: FunctionName, node: Extract<FormulaNode, { kind: 'call' }>, scope: FormulaScope): Float64Array {
  const { args, segmentType } = node;
  const pointwise = POINTWISE[name];
  if (pointwise)
    return combine(
      args.map((arg) => evaluate(arg, scope)),
      scope,
      pointwise,
    );
  const clock = CLOCK[name];
  if (clock) return scope.timesMs.map((timeMs) => clock(timeMs, scope.zone));
  const [first, second] = args;
  if (!first) throw new RangeError(`${name} has an argument`);
  const over = OVER[name];
  if (over) {
    const compute = () => overDevices(first, { scope, segmentType, join: over });
    return scope.shared?.(node, segmentType, compute) ?? compute();
  }
  const values = evaluate(first, scope);
  const steps = second?.kind === 'number' ? Math.max(1, Math.round((second.value * HOUR_MS) / scope.stepMs)) : 1;
  if (name === 'lag') return lagged(values, steps);
  if (name === 'delta') return combine([values, lagged(values, 1)], scope, BINARY['-']);
  const rolling = ROLLING[name];
  if (!rolling) throw new RangeError(`No function ${name}`);
  return values.map((_, i) => rolling(present(values.subarray(Math.max(0, i - steps + 1), i + 1))));
}

const CLOCK: Readonly<Partial<Record<FunctionName, (timeMs: number, zone: string) => number>>> = {
  hour: (timeMs, zone) => localFields(timeMs, zone).hour,
  minute: (timeMs, zone) => localFields(timeMs, zone).minute,
  weekday: (timeMs, zone) => localFields(timeMs, zone).weekday,
  month: (timeMs, zone) => localFields(timeMs, zone).month,
  dayOfYear: (timeMs, zone) => {
    const day = localDayOf(timeMs, zone);
    return day - localDay(civilDate(day).year, 1, 1) + 1;
  },
};

type Join = (values: Float64Array) => number;

const mean: Join = (values) => (values.length === 0 ? Number.NaN : sum(values) / values.length);
const sum: Join = (values) => values.reduce((total, value) => total + value, values.length === 0 ? Number.NaN : 0);
const least: Join = (values) => (values.length === 0 ? Number.NaN : values.reduce((low, value) => Math.min(low, value)));
const most: Join = (values) => (values.length === 0 ? Number.NaN : values.reduce((high, value) => Math.max(high, value)));

const OVER: Readonly<Partial<Record<FunctionName, Join>>> = { avgOver: mean, sumOver: sum, minOver: least, maxOver: most };
const ROLLING: Readonly<Partial<Record<FunctionName, Join>>> = { rollingAvg: mean, rollingSum: sum, rollingMin: least, rollingMax: most };

function overDevices(
  arg: FormulaNode,
  { scope, segmentType, join }: { scope: FormulaScope; segmentType: string | undefined; join: Join },
): Float64Array {
  const columns = scope.devices(segmentType).map((device) => evaluate(arg, device));
  return scope.timesMs.map((_, i) => join(present(Float64Array.from(columns, (column) => column[i] ?? Number.NaN))));
}

function lagged(values: Float64Array, steps: number): Float64Array {
  return values.map((_, i) => values[i - steps] ?? Number.NaN);
}

function combine(columns: readonly Float64Array[], { timesMs }: FormulaScope, of: Combine): Float64Array {
  return Float64Array.from(timesMs, (_, i) => of(columns.map((column) => column[i] ?? Number.NaN)));
}

function present(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

function missing({ timesMs }: FormulaScope): Float64Array {
  return new Float64Array(timesMs.length).fill(Number.NaN);
}
