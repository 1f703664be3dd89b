import type { SignalUse } from '@solvane/contract/quality';
import { ESTIMATED_MASK, QUALITY_FLAGS } from '@solvane/energy/quality/flags';
import type { MethodName } from '@solvane/energy/quality/method-attributes';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { parseSignalKey } from './quality-draft.ts';

/** What the rules of a signal did in the last 30 days. */
export interface SignalShares {
  /** Of all expected values the share that a rule marked or replaced, or that is missing; null: not counted. */
  touched: number | null;
  /** Of all expected values those that a test marked, or that a source supplied; null: not counted. */
  of: (method: MethodName) => number | null;
}

const REPLACED = ESTIMATED_MASK | QUALITY_FLAGS.NIGHT_VALUE | QUALITY_FLAGS.MANUAL_VALUE | QUALITY_FLAGS.NO_VALUE;

/** @param keys - of all signals of the configuration: rules for all types leave out those that have rules of their own */
export function sharesOf(use: readonly SignalUse[], key: string, keys: readonly string[]): SignalShares {
  const { apCode, segmentTypes } = parseSignalKey(key);
  const claimed = new Set<string>(keys.map(parseSignalKey).flatMap((each) => (each.apCode === apCode ? each.segmentTypes : [])));
  const own = use.filter(
    (each) =>
      each.apCode === apCode &&
      (segmentTypes.length === 0 ? !claimed.has(each.segmentType) : segmentTypes.some((type) => type === each.segmentType)),
  );
  const expected = own.reduce((sum, each) => sum + each.expected, 0);
  const withBit = (mask: number): number =>
    own.reduce(
      (sum, { byBit }) => sum + Object.entries(byBit).reduce((hits, [bit, n]) => hits + ((mask & (1 << Number(bit))) !== 0 ? n : 0), 0),
      0,
    );
  if (expected === 0) return { touched: null, of: () => null };
  return {
    touched: own.reduce((sum, each) => sum + each.touched, 0) / expected,
    of: (method) => {
      const { flag } = QUALITY_METHODS[method];
      return flag === 0 ? Math.max(0, 1 - withBit(REPLACED) / expected) : withBit(flag) / expected;
    },
  };
}
