import { seededRandom } from '@solvane/series/seeded-random';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { flagStraightLines } from './checks/straight-line.ts';

const SETS = [
  { dataset: 'pv_labelled_pvanalytics', file: 'ac_power_inv_2173.csv.gz', column: 'value_normalized', rating: 1 },
  { dataset: 'pv_labelled_pvanalytics', file: 'system_50_ac_power_2_full_DST.csv.gz', column: 'ac_power_2', rating: 3400 },
  { dataset: 'pv_labelled_pvanalytics', file: 'serf_east_15min_ac_power.csv.gz', column: 'ac_power', rating: 6000 },
  { dataset: 'pv_doe_rtc_nevada', file: 'doe_rtc_nevada_inverter_15min.csv.gz', column: 'power', rating: 2500 },
  { dataset: 'pv_doe_rtc_nevada', file: 'doe_rtc_nevada_inverter_15min.csv.gz', column: 'g_poa', rating: 1000 },
  { dataset: 'pv_inverters_solardatatools', file: 'TAEFC1044741.csv.gz', column: 'meas_val_f', rating: 7 },
  { dataset: 'pv_inverters_solardatatools', file: 'ZT162185000441C1203.csv.gz', column: 'meas_val_f', rating: 27.6 },
  { dataset: 'wind_kelmarsh_2018_hourly', file: 'power_kw_hourly_2018.csv.gz', column: 'KWF1', rating: 2050 },
] as const;

/** Replaces ranges of 3 to 18 values by a line between measured ones that differ; 1 in the second column where it did. */
function withLines(measured: Float64Array, rating: number): { values: Float64Array; isLine: Uint8Array } {
  const random = seededRandom(3);
  const values = measured.slice();
  const isLine = new Uint8Array(values.length);
  for (let n = 0; n < values.length / 150; n++) {
    const start = Math.floor(random() * (values.length - 30));
    const length = 4 + Math.floor(random() * 16);
    const range = values.subarray(start, start + length + 1);
    const [from = 0, to = 0] = [range[0], range[length]];
    const isTaken = range.some(Number.isNaN) || isLine.subarray(start, start + length + 1).includes(1);
    if (isTaken || !(Math.max(from, to) > 0.05 * rating) || Math.abs(from - to) < 0.01 * rating) continue;
    for (let k = 1; k < length; k++) {
      range[k] = from + ((to - from) * k) / length;
      isLine[start + k] = 1;
    }
  }
  return { values, isLine };
}

describe.each(SETS)('lines put into $column of $file', ({ dataset, file, column, rating }) => {
  const reference = referenceData(dataset);

  test.skipIf(reference.isAbsent)(`are found, and none beside them${reference.note}`, () => {
    const measured = reference.table(file).numbers(column);
    const found = (values: Float64Array) => {
      const flags = new Int32Array(values.length);
      flagStraightLines(values, { minSamples: 4, ignoreBelow: 0.01 * rating }, flags);
      return flags;
    };
    const { values, isLine } = withLines(measured, rating);
    const flags = found(values);
    let [hits, lines, marked] = [0, 0, 0];
    for (const [i, bits] of flags.entries()) {
      lines += isLine[i] ?? 0;
      if (bits === 0) continue;
      marked++;
      hits += isLine[i] ?? 0;
    }
    expect(lines).toBeGreaterThan(20);
    expect(hits / lines).toBeGreaterThan(0.94);
    expect(hits / marked).toBeGreaterThan(0.99);
    expect(found(measured).filter((bits) => bits !== 0)).toHaveLength(0);
  });
});
