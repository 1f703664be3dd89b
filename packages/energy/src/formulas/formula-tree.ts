import type { SignalId } from '../signals/signal-id.ts';
import type { Dimension } from './dimension.ts';

interface Place {
  /** Position in the text, from 0, and number of characters. */
  at: number;
  length: number;
  dimension: Dimension;
}

export const BINARY = ['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '==', '!=', 'and', 'or'] as const;
export type BinaryOperator = (typeof BINARY)[number];

/** A checked formula: every node knows its dimension. */
export type FormulaNode = Place &
  (
    | { kind: 'number'; value: number }
    | { kind: 'signal'; signalId: SignalId }
    | { kind: 'unary'; operator: '-' | 'not'; operand: FormulaNode }
    | { kind: 'binary'; operator: BinaryOperator; left: FormulaNode; right: FormulaNode }
    | { kind: 'call'; name: FunctionName; args: readonly FormulaNode[]; segmentType?: string | undefined }
  );

/** Functions of a formula: how many arguments they take. Those over devices take a device type as their last argument. */
export const FUNCTIONS = {
  abs: [1, 1],
  sqrt: [1, 1],
  exp: [1, 1],
  ln: [1, 1],
  log10: [1, 1],
  sin: [1, 1],
  cos: [1, 1],
  tan: [1, 1],
  sign: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  round: [1, 1],
  min: [2, 8],
  max: [2, 8],
  clamp: [3, 3],
  if: [3, 3],
  isMissing: [1, 1],
  coalesce: [2, 8],
  lag: [2, 2],
  delta: [1, 1],
  rollingAvg: [2, 2],
  rollingMin: [2, 2],
  rollingMax: [2, 2],
  rollingSum: [2, 2],
  avgOver: [1, 2],
  sumOver: [1, 2],
  minOver: [1, 2],
  maxOver: [1, 2],
  hour: [0, 0],
  minute: [0, 0],
  weekday: [0, 0],
  month: [0, 0],
  dayOfYear: [0, 0],
} as const;
export type FunctionName = keyof typeof FUNCTIONS;

/** Functions over the devices of a site. */
export const OVER_DEVICES: ReadonlySet<FunctionName> = new Set(['avgOver', 'sumOver', 'minOver', 'maxOver']);
/** Functions that look back: their second argument is a duration that is written out. */
export const LOOKING_BACK: ReadonlySet<FunctionName> = new Set(['lag', 'rollingAvg', 'rollingMin', 'rollingMax', 'rollingSum']);

/** What is wrong with a formula, and where. */
export interface FormulaProblem {
  at: number;
  length: number;
  /** Message key, with its placeholders. */
  message: string;
  values: Record<string, string | number>;
}
