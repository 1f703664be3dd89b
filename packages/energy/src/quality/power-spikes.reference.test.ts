import { seededRandom } from '@solvane/series/seeded-random';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { device, DEFAULT_RULES as RULES, signalOf, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const solar = referenceData('pv_doe_rtc_nevada');
const wind = referenceData('wind_res_anonymised');

/** Dips of single values to 60 % of their neighbours; 1 in the second column where there is one. */
function withDips(measured: Float64Array, rating: number): { power: Float64Array; isDip: Uint8Array } {
  const random = seededRandom(4);
  const power = measured.slice();
  const isDip = new Uint8Array(power.length);
  for (let i = 1, last = 0; i + 1 < power.length; i++) {
    const neighbours = ((power[i - 1] ?? Number.NaN) + (power[i + 1] ?? Number.NaN)) / 2;
    const share = (measured[i] ?? Number.NaN) / neighbours;
    if (!(neighbours > 0.2 * rating) || !(share > 0.7 && share < 1.3) || i - last < 4 || random() > 0.01) continue;
    power[i] = 0.6 * neighbours;
    isDip[i] = 1;
    last = i;
  }
  return { power, isDip };
}

interface Plant {
  power: Float64Array;
  potential: Float64Array;
  rating: number;
  stepMs: number;
}

function marksOf({ power, potential, rating, stepMs }: Plant): Uint8Array {
  const turbine = {
    ...device('D', 'WindTurbine', { ActivePower: power }),
    capacityAc: rating,
    potential: (_: unknown, { start, end }: { start: number; end: number }) => potential.subarray(start, end),
  };
  const count = power.length;
  const site = siteOf([turbine], {
    grid: { startMs: 0, stepMs, count },
    core: { start: 0, end: count },
    sunElevation: new Float64Array(count),
  });
  const { flags } = signalOf(validateSite(site, RULES), 'D', 'ActivePower');
  return Uint8Array.from(flags, (bits) => ((bits & QUALITY_FLAGS.GRADIENT) === 0 ? 0 : 1));
}

function score(plant: Plant): { precision: number; recall: number; dips: number; onMeasured: number } {
  const { power, isDip } = withDips(plant.power, plant.rating);
  const found = marksOf({ ...plant, power });
  const count = (has: (i: number) => boolean) => found.reduce((sum, _, i) => (has(i) ? sum + 1 : sum), 0);
  const hits = count((i) => found[i] === 1 && isDip[i] === 1);
  const dips = count((i) => isDip[i] === 1);
  return {
    precision: hits / count((i) => found[i] === 1),
    recall: hits / dips,
    dips,
    onMeasured: marksOf(plant).reduce((sum, mark) => sum + mark, 0),
  };
}

test.skipIf(solar.isAbsent)(`dips put into the power of a real inverter are found beside its clouds${solar.note}`, () => {
  const table = solar.table('doe_rtc_nevada_inverter_15min.csv.gz');
  const potential = table.numbers('g_poa').map((watts) => 2.9 * watts);
  const { precision, recall, dips, onMeasured } = score({ power: table.numbers('power'), potential, rating: 2900, stepMs: 900_000 });
  expect(dips).toBeGreaterThan(200);
  expect(recall).toBeGreaterThan(0.9);
  expect(precision).toBeGreaterThan(0.9);
  // Two and a half years with more than 2,000 passing clouds that halve the power for a quarter of an hour.
  expect(onMeasured).toBeLessThan(40);
});

describe.skipIf(wind.isAbsent)(`dips put into the power of real turbines${wind.note}`, () => {
  test('are found in most cases, and gusts are none', () => {
    const table = wind.table('homer_2turbines_202307_10min.csv.gz');
    const names = table.texts('TurbineName');
    const [power, speed] = [table.numbers('ActivePowerMean'), table.numbers('WindSpeedMean')];
    for (const name of new Set(names)) {
      const own = [...names.keys()].filter((i) => names[i] === name);
      const column = (of: Float64Array) => Float64Array.from(own, (i) => of[i] ?? Number.NaN);
      const plant = { power: column(power), potential: meanPowerAt(column(speed), column(power)), rating: 1300, stepMs: 600_000 };
      const { precision, recall } = score(plant);
      expect(recall, name).toBeGreaterThan(0.7);
      expect(precision, name).toBeGreaterThan(0.9);
    }
  });
});

/** A curve of its own: mean power of each half metre per second, by straight lines. */
function meanPowerAt(speed: Float64Array, power: Float64Array): Float64Array {
  const bins = new Map<number, { sum: number; count: number }>();
  for (const [i, metres] of speed.entries()) {
    const kw = power[i] ?? Number.NaN;
    if (Number.isNaN(metres + kw)) continue;
    const bin = bins.get(Math.round(2 * metres)) ?? { sum: 0, count: 0 };
    bins.set(Math.round(2 * metres), { sum: bin.sum + kw, count: bin.count + 1 });
  }
  const meanOf = (bin: number) => (bins.get(bin)?.sum ?? Number.NaN) / (bins.get(bin)?.count ?? Number.NaN);
  return speed.map((metres) => {
    const low = Math.floor(2 * metres);
    const share = 2 * metres - low;
    return (1 - share) * meanOf(low) + share * meanOf(low + 1);
  });
}
