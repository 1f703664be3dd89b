import { POINT_QUALITIES, type PointQuality } from '@solvane/charts/options/point-quality';
import type { LineQuality } from '@solvane/charts/options/time-series';
import { flagNames, type QualityFlag, qualityState } from '@solvane/energy/quality/flags';
import { MANUAL_OVERRIDE, QUALITY_METHODS } from '@solvane/energy/quality/methods';
import type { QualityState } from '@solvane/energy/quality/quality-states';
import { firstAtOrAfter } from '@solvane/series/align';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';

/** What the quality facets of one signal say, at their own times. */
export interface QualityColumns {
  flags: SeriesColumns;
  /** undefined: how values were estimated is not known. */
  methods: SeriesColumns | undefined;
}

export interface QualityWords {
  state: (state: QualityState) => string;
  method: (method: string) => string;
}

const POINT_QUALITY: Record<QualityState, PointQuality> = {
  good: 'good',
  noValue: 'good',
  estimated: 'estimated',
  manualValue: 'manual',
  manualInvalid: 'invalid',
  suspect: 'suspect',
  partial: 'partial',
};

const METHOD_NAMES = new Map<number, string>(Object.entries(QUALITY_METHODS).map(([name, { number }]) => [number, name]));
const TEST_NAMES = new Map<QualityFlag, string>(
  Object.entries(QUALITY_METHODS).flatMap(([name, { kind, flag }]) =>
    kind === 'test' && flag !== 0 ? flagNames(flag).map((each) => [each, name] as const) : [],
  ),
);

/** Quality of every point of a line, matched by time. */
export function lineQuality(
  { timesMs }: Pick<SeriesColumns, 'timesMs'>,
  { flags, methods }: QualityColumns,
  words: QualityWords,
): LineQuality {
  const bits = Int32Array.from(timesMs, (timeMs) => at(flags, timeMs) || 0);
  return {
    states: Uint8Array.from(bits, (set) => POINT_QUALITIES.indexOf(POINT_QUALITY[qualityState(set)])),
    text: (index) => wordsOf(bits[index] ?? 0, methods ? at(methods, timesMs[index] ?? Number.NaN) : Number.NaN, words),
  };
}

/** The state, the method that supplied the value, and the tests that rejected what was measured. */
function wordsOf(set: number, method: number, words: QualityWords): string {
  const supplied = method === MANUAL_OVERRIDE ? 'manual' : METHOD_NAMES.get(method);
  const tests = flagNames(set).flatMap((flag) => TEST_NAMES.get(flag) ?? []);
  const names = [...new Set([...(supplied && supplied !== 'measured' ? [supplied] : []), ...tests])];
  return [words.state(qualityState(set)), ...names.map(words.method)].join(', ');
}

function at({ timesMs, values }: SeriesColumns, timeMs: number): number {
  const index = firstAtOrAfter(timesMs, timeMs);
  return timesMs[index] === timeMs ? (values[index] ?? Number.NaN) : Number.NaN;
}
