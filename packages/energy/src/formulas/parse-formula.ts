import { SEGMENT_TYPES } from '../devices/segment-types.ts';
import { isCalcType } from '../signals/calc-types.ts';
import { findCatalogueRow, findSignalDefinition, SIGNAL_CATALOGUE } from '../signals/catalogue.ts';
import { type SignalId, toSignalId } from '../signals/signal-id.ts';
import { isUnit, type Unit } from '../units/units.ts';
import {
  type Dimension,
  dimensionOf,
  dimensionText,
  isSameDimension,
  NO_DIMENSION,
  product,
  toBase,
  unitAtStart,
  unitOfDimension,
} from './dimension.ts';
import {
  type BinaryOperator,
  type FormulaNode,
  type FormulaProblem,
  FUNCTIONS,
  type FunctionName,
  LOOKING_BACK,
  OVER_DEVICES,
} from './formula-tree.ts';

export interface Formula {
  root: FormulaNode;
  /** Unit of the result. */
  unit: Unit;
  /** Signals that it reads, each once. */
  signalIds: readonly SignalId[];
  /** Those of them that the device itself must have. */
  ownSignalIds: readonly SignalId[];
  /** Device types over which it computes; undefined: the type of the device. */
  segmentTypes: readonly (string | undefined)[];
  /** How far before a time it looks. */
  lookBackMs: number;
}

export type ParsedFormula = { formula: Formula; problem: undefined } | { formula: undefined; problem: FormulaProblem };

const LONGEST = 2_000;
/** Brackets and calls inside each other. */
const DEEPEST = 40;
const HOUR_MS = 3_600_000;
/** Longest look back. */
const FARTHEST_H = 31 * 24;

/**
 * Reads a formula over signals and checks its units.
 *
 * Grammar, loosest first; operators of one line associate to the left, `^` to the right:
 *
 *     formula    = or
 *     or         = and { "or" and }
 *     and        = comparison { "and" comparison }
 *     comparison = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum ]
 *     sum        = term { ( "+" | "-" ) term }
 *     term       = unary { ( "*" | "/" ) unary }
 *     unary      = ( "-" | "not" ) unary | power
 *     power      = primary [ "^" unary ]
 *     primary    = number [ unit ] | signal | name "(" [ formula { "," formula } ] ")" | "(" formula ")"
 *     signal     = apCode [ "." calcType ]
 *
 * A signal without a calculation type is the validated one where the quantity has one, else its first. Numbers are written with a point. A number without
 * a unit is a plain one, only 0 has every unit. Comparisons and `and`, `or`, `not` give 1 or 0.
 *
 * @param text - the formula
 * @param unit - wanted unit of the result; absent: the usual unit of its dimension
 * @returns the checked formula, or the first problem with its place
 */
export function parseFormula(text: string, unit?: string): ParsedFormula {
  try {
    if (text.length > LONGEST) throw new Problem(LONGEST, text.length - LONGEST, 'Formula_Problem_TooLong', { allowed: LONGEST });
    const parser = new Parser(text);
    const root = parser.parseAll();
    return {
      formula: {
        root,
        unit: resultUnit(root, unit, text),
        signalIds: [...new Set(signalsIn(root))],
        ownSignalIds: [...new Set(ownSignalsIn(root))],
        segmentTypes: [...new Set(callsOver(root).map(({ segmentType }) => segmentType))],
        lookBackMs: lookBackH(root) * HOUR_MS,
      },
      problem: undefined,
    };
  } catch (error) {
    if (error instanceof Problem) return { formula: undefined, problem: error.problem };
    throw error;
  }
}

/** Names that a formula may use, for suggestions while it is typed. */
export function formulaNames(): { functions: string[]; signals: string[] } {
  return { functions: Object.keys(FUNCTIONS), signals: SIGNAL_CATALOGUE.map(({ apCode }) => apCode) };
}

class Problem extends Error {
  readonly problem: FormulaProblem;

  constructor(at: number, length: number, message: string, values: FormulaProblem['values'] = {}) {
    super(message);
    this.problem = { at, length: Math.max(1, length), message, values };
  }
}

interface Token {
  kind: 'number' | 'name' | 'symbol' | 'end';
  text: string;
  at: number;
}

const SPACE = /\s*/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9]*)?/y;
const SYMBOL = /<=|>=|==|!=|[-+*/^(),<>]/y;

class Parser {
  readonly #text: string;
  #at = 0;
  #token: Token;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token = this.#read();
  }

  parseAll(): FormulaNode {
    const root = this.#or();
    if (this.#token.kind !== 'end') this.#unexpected('operatorOrEnd');
    return root;
  }

  #or(): FormulaNode {
    let left = this.#and();
    while (this.#isName('or')) left = this.#binary(left, () => this.#and());
    return left;
  }

  #and(): FormulaNode {
    let left = this.#comparison();
    while (this.#isName('and')) left = this.#binary(left, () => this.#comparison());
    return left;
  }

  #comparison(): FormulaNode {
    const left = this.#sum();
    return ['<', '<=', '>', '>=', '==', '!='].includes(this.#token.text) ? this.#binary(left, () => this.#sum()) : left;
  }

  #sum(): FormulaNode {
    let left = this.#term();
    while (this.#isSymbol('+') || this.#isSymbol('-')) left = this.#binary(left, () => this.#term());
    return left;
  }

  #term(): FormulaNode {
    let left = this.#unary();
    while (this.#isSymbol('*') || this.#isSymbol('/')) left = this.#binary(left, () => this.#unary());
    return left;
  }

  #unary(): FormulaNode {
    const { at, text } = this.#token;
    if (!this.#isSymbol('-') && !this.#isName('not')) return this.#power();
    this.#next();
    const operand = this.#deeper(() => this.#unary());
    const operator = text === '-' ? ('-' as const) : ('not' as const);
    if (operator === 'not') assertDimension(operand, NO_DIMENSION);
    return { kind: 'unary', operator, operand, at, length: endOf(operand) - at, dimension: operand.dimension };
  }

  #power(): FormulaNode {
    const base = this.#primary();
    return this.#isSymbol('^') ? this.#binary(base, () => this.#deeper(() => this.#unary())) : base;
  }

  #primary(): FormulaNode {
    const token = this.#token;
    if (token.kind === 'number') return this.#number();
    if (token.kind === 'name' && !['and', 'or', 'not'].includes(token.text)) return this.#named();
    if (!this.#isSymbol('(')) return this.#unexpected('value');
    this.#next();
    const inner = this.#deeper(() => this.#or());
    this.#expect(')');
    return inner;
  }

  #number(): FormulaNode {
    const { at, text } = this.#token;
    const rest = this.#text.slice(this.#at);
    const space = rest.length - rest.trimStart().length;
    const found = unitAtStart(rest.slice(space));
    if (found) this.#at += space + found.length;
    const end = this.#at;
    this.#next();
    const unit = found?.unit ?? '';
    return { kind: 'number', value: toBase(Number(text), unit), at, length: end - at, dimension: dimensionOf(unit) };
  }

  #named(): FormulaNode {
    const { at, text } = this.#token;
    this.#next();
    if (this.#isSymbol('(')) return this.#call(text, at);
    if (isFunction(text)) throw new Problem(at, text.length, 'Formula_Problem_CallWithoutBrackets', { name: text });
    const { signalId, unit } = signalOf(text, at);
    return { kind: 'signal', signalId, at, length: text.length, dimension: dimensionOf(unit) };
  }

  #call(name: string, at: number): FormulaNode {
    if (!isFunction(name))
      throw new Problem(at, name.length, 'Formula_Problem_UnknownFunction', {
        name,
        known: nearest(name, Object.keys(FUNCTIONS)).join(', '),
      });
    this.#expect('(');
    const args: FormulaNode[] = [];
    let segmentType: string | undefined;
    while (!this.#isSymbol(')')) {
      if (args.length === 1 && OVER_DEVICES.has(name)) segmentType = this.#deviceType();
      else args.push(this.#deeper(() => this.#or()));
      if (!this.#isSymbol(')')) this.#expect(',');
    }
    const end = this.#token.at + 1;
    this.#next();
    const [fewest, most] = FUNCTIONS[name];
    const count = args.length + Number(segmentType !== undefined);
    if (count < fewest || count > most)
      throw new Problem(at, end - at, 'Formula_Problem_Arguments', {
        name,
        count,
        expected: fewest === most ? String(fewest) : `${fewest}–${most}`,
      });
    return { kind: 'call', name, args, segmentType, at, length: end - at, dimension: resultOf(name, args) };
  }

  #deviceType(): string {
    const { at, text, kind } = this.#token;
    if (kind !== 'name' || !(SEGMENT_TYPES as readonly string[]).includes(text))
      throw new Problem(at, Math.max(1, text.length), 'Formula_Problem_DeviceType', {
        found: text,
        known: nearest(text, SEGMENT_TYPES).join(', '),
      });
    this.#next();
    return text;
  }

  #binary(left: FormulaNode, parseRight: () => FormulaNode): FormulaNode {
    const operator = this.#token.text as BinaryOperator;
    this.#next();
    const right = parseRight();
    const at = left.at;
    return { kind: 'binary', operator, left, right, at, length: endOf(right) - at, dimension: dimensionOfBinary(operator, left, right) };
  }

  #deeper(parse: () => FormulaNode): FormulaNode {
    if (++this.#depth > DEEPEST) throw new Problem(this.#token.at, 1, 'Formula_Problem_TooDeep', { allowed: DEEPEST });
    const node = parse();
    this.#depth--;
    return node;
  }

  #expect(symbol: string): void {
    if (!this.#isSymbol(symbol)) this.#unexpected(symbol === ')' ? 'closing' : symbol === '(' ? 'opening' : 'comma');
    this.#next();
  }

  #unexpected(expected: 'value' | 'operatorOrEnd' | 'closing' | 'opening' | 'comma'): never {
    const { at, text, kind } = this.#token;
    throw new Problem(at, text.length, kind === 'end' ? `Formula_Problem_End_${expected}` : `Formula_Problem_Expected_${expected}`, {
      found: text,
    });
  }

  #isSymbol(text: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === text;
  }

  #isName(text: string): boolean {
    return this.#token.kind === 'name' && this.#token.text === text;
  }

  #next(): void {
    this.#token = this.#read();
  }

  #read(): Token {
    this.#at += matchAt(SPACE, this.#text, this.#at)?.length ?? 0;
    const at = this.#at;
    if (at >= this.#text.length) return { kind: 'end', text: '', at };
    for (const [kind, pattern] of [
      ['number', NUMBER],
      ['name', NAME],
      ['symbol', SYMBOL],
    ] as const) {
      const text = matchAt(pattern, this.#text, at);
      if (text === undefined) continue;
      this.#at += text.length;
      return { kind, text, at };
    }
    const found = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
    throw new Problem(at, found.length, found === '=' ? 'Formula_Problem_SingleEquals' : 'Formula_Problem_Character', { found });
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function endOf({ at, length }: { at: number; length: number }): number {
  return at + length;
}

function isFunction(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

function signalOf(text: string, at: number): { signalId: SignalId; unit: Unit } {
  const [apCode = '', calcType] = text.split('.');
  const row = findCatalogueRow(apCode);
  if (!row) {
    const known = nearest(
      apCode,
      SIGNAL_CATALOGUE.map((one) => one.apCode),
    );
    throw new Problem(at, apCode.length, 'Formula_Problem_UnknownSignal', { name: apCode, known: known.join(', ') });
  }
  const wanted = calcType ?? (row.calcTypes.includes('Validated') ? 'Validated' : row.calcTypes[0]) ?? '';
  const definition = isCalcType(wanted) ? findSignalDefinition(toSignalId(apCode, wanted)) : undefined;
  if (!definition || definition.isHidden)
    throw new Problem(at + apCode.length + 1, wanted.length, 'Formula_Problem_UnknownCalcType', {
      name: apCode,
      found: wanted,
      known: nearest(wanted, row.calcTypes).join(', '),
    });
  return { signalId: definition.signalId, unit: isUnit(definition.unit) ? definition.unit : '' };
}

const PLAIN: ReadonlySet<FunctionName> = new Set(['exp', 'ln', 'log10', 'round', 'floor', 'ceil']);
const ANGLES: ReadonlySet<FunctionName> = new Set(['sin', 'cos', 'tan']);
const WITHOUT_UNIT: ReadonlySet<FunctionName> = new Set(['sign', 'isMissing', 'hour', 'minute', 'weekday', 'month', 'dayOfYear']);

function resultOf(name: FunctionName, args: readonly FormulaNode[]): Dimension {
  const [first, second] = args;
  if (PLAIN.has(name) || WITHOUT_UNIT.has(name)) {
    if (PLAIN.has(name)) for (const arg of args) assertDimension(arg, NO_DIMENSION);
    return NO_DIMENSION;
  }
  if (ANGLES.has(name)) {
    if (first && !isSameDimension(first.dimension, NO_DIMENSION)) assertDimension(first, dimensionOf('°'));
    return NO_DIMENSION;
  }
  if (LOOKING_BACK.has(name)) {
    if (second) assertDuration(second);
    return first?.dimension ?? NO_DIMENSION;
  }
  if (name === 'sqrt') return product(NO_DIMENSION, first?.dimension ?? NO_DIMENSION, 0.5);
  if (name === 'if') {
    if (first) assertDimension(first, NO_DIMENSION);
    return commonDimension(args.slice(1));
  }
  return commonDimension(args);
}

function assertDuration(node: FormulaNode): void {
  assertDimension(node, dimensionOf('h'));
  if (node.kind !== 'number') throw new Problem(node.at, node.length, 'Formula_Problem_Duration');
  if (node.value <= 0 || node.value > FARTHEST_H)
    throw new Problem(node.at, node.length, 'Formula_Problem_DurationRange', { days: FARTHEST_H / 24 });
}

function dimensionOfBinary(operator: BinaryOperator, left: FormulaNode, right: FormulaNode): Dimension {
  if (operator === '*') return product(left.dimension, right.dimension);
  if (operator === '/') return product(left.dimension, right.dimension, -1);
  if (operator === '^') {
    assertDimension(right, NO_DIMENSION);
    if (isSameDimension(left.dimension, NO_DIMENSION)) return NO_DIMENSION;
    const exponent = constantOf(right);
    if (exponent === undefined)
      throw new Problem(right.at, right.length, 'Formula_Problem_Exponent', { unit: dimensionText(left.dimension) });
    return product(NO_DIMENSION, left.dimension, exponent);
  }
  if (operator === 'and' || operator === 'or') {
    for (const side of [left, right]) assertDimension(side, NO_DIMENSION);
    return NO_DIMENSION;
  }
  const dimension = commonDimension([left, right]);
  return operator === '+' || operator === '-' ? dimension : NO_DIMENSION;
}

function constantOf(node: FormulaNode): number | undefined {
  if (node.kind === 'number') return node.value;
  const inner = node.kind === 'unary' && node.operator === '-' ? constantOf(node.operand) : undefined;
  return inner === undefined ? undefined : -inner;
}

/** All of them have one dimension; 0 has every one. @throws Problem at the first that differs, with both units */
function commonDimension(nodes: readonly FormulaNode[]): Dimension {
  const [first, ...rest] = nodes.filter((node) => !isZero(node));
  if (!first) return nodes[0]?.dimension ?? NO_DIMENSION;
  for (const node of rest) assertDimension(node, first.dimension);
  return first.dimension;
}

function isZero(node: FormulaNode): boolean {
  return node.kind === 'number' && node.value === 0 && isSameDimension(node.dimension, NO_DIMENSION);
}

function assertDimension(node: FormulaNode, expected: Dimension): void {
  if (isSameDimension(node.dimension, expected) || isZero(node)) return;
  const values = { found: dimensionText(node.dimension) || '–', expected: dimensionText(expected) || '–' };
  throw new Problem(node.at, node.length, unitProblem(node.dimension, expected), values);
}

function unitProblem(found: Dimension, expected: Dimension): string {
  if (isSameDimension(found, NO_DIMENSION)) return 'Formula_Problem_UnitMissing';
  return isSameDimension(expected, NO_DIMENSION) ? 'Formula_Problem_UnitSurplus' : 'Formula_Problem_Unit';
}

/** @throws Problem over the whole formula where the wanted unit measures something else */
function resultUnit(root: FormulaNode, wanted: string | undefined, text: string): Unit {
  const own = unitOfDimension(root.dimension);
  if (wanted === undefined || wanted === '') {
    if (own !== undefined) return own;
    throw new Problem(0, text.length, 'Formula_Problem_NoUnit', { unit: dimensionText(root.dimension) });
  }
  if (isUnit(wanted) && isSameDimension(dimensionOf(wanted), root.dimension)) return wanted;
  throw new Problem(0, text.length, 'Formula_Problem_ResultUnit', { found: dimensionText(root.dimension) || '–', expected: wanted });
}

function signalsIn(node: FormulaNode): SignalId[] {
  if (node.kind === 'signal') return [node.signalId];
  return childrenOf(node).flatMap(signalsIn);
}

function ownSignalsIn(node: FormulaNode): SignalId[] {
  if (node.kind === 'signal') return [node.signalId];
  return node.kind === 'call' && OVER_DEVICES.has(node.name) ? [] : childrenOf(node).flatMap(ownSignalsIn);
}

function callsOver(node: FormulaNode): Extract<FormulaNode, { kind: 'call' }>[] {
  const inside = childrenOf(node).flatMap(callsOver);
  return node.kind === 'call' && OVER_DEVICES.has(node.name) ? [node, ...inside] : inside;
}

function childrenOf(node: FormulaNode): readonly FormulaNode[] {
  if (node.kind === 'unary') return [node.operand];
  if (node.kind === 'binary') return [node.left, node.right];
  return node.kind === 'call' ? node.args : [];
}

function lookBackH(node: FormulaNode): number {
  const inner = childrenOf(node).reduce((far, child) => Math.max(far, lookBackH(child)), 0);
  if (node.kind !== 'call') return inner;
  const [, duration] = node.args;
  if (LOOKING_BACK.has(node.name) && duration?.kind === 'number') return inner + duration.value;
  return node.name === 'delta' ? inner + 1 : inner;
}

/** Names that are close to what was typed, the closest first. */
function nearest(typed: string, known: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const distance = new Map(
    known.map((name) => [name, editDistance(wanted, name.toLowerCase()) - (name.toLowerCase().includes(wanted) ? 6 : 0)]),
  );
  return [...known].sort((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0)).slice(0, 3);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + Number(one[i - 1] !== other[j - 1])));
    row = next;
  }
  return row[other.length] ?? 0;
}
