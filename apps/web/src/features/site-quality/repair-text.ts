import type { FlawedSignalWire } from '@solvane/contract/site-quality';
import type { MethodName } from '@solvane/energy/quality/method-attributes';
import { isMethodName, QUALITY_METHODS } from '@solvane/energy/quality/methods';

export interface FlaggedBy {
  method: MethodName;
  /** Of the expected intervals, 0 to 1. */
  share: number;
}

const TESTS = Object.keys(QUALITY_METHODS)
  .filter(isMethodName)
  .filter((method) => QUALITY_METHODS[method].kind === 'test' && method !== 'missing');

/** Tests that marked a signal, the most intervals first. */
export function flaggedBy({ expected, byBit }: Pick<FlawedSignalWire, 'expected' | 'byBit'>): FlaggedBy[] {
  if (expected === 0) return [];
  return TESTS.flatMap((method) => {
    const bit = Math.log2(QUALITY_METHODS[method].flag);
    const intervals = byBit[String(bit)] ?? 0;
    return intervals > 0 ? [{ method, share: intervals / expected }] : [];
  }).toSorted((a, b) => b.share - a.share);
}

/** Change of the score from the first half of the days to the second; null: too few days. */
export function trendOf(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  const half = Math.floor(known.length / 2);
  if (half === 0) return null;
  const mean = (part: readonly number[]): number => part.reduce((sum, score) => sum + score, 0) / part.length;
  return mean(known.slice(-half)) - mean(known.slice(0, half));
}

/** Step of the sequential ramp for a score: from 50 on, so that differences between good sites are seen. */
export function rampStep(score: number): number {
  return Math.min(9, Math.max(1, 1 + Math.floor(((score - 50) / 50) * 9)));
}
