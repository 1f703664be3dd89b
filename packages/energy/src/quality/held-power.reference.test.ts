import { seededRandom } from '@solvane/series/seeded-random';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import type { QualityDevice } from './site.ts';
import { device, DEFAULT_RULES as RULES, siteOf } from './testing/site-builder.ts';
import { validateSite } from './validate-site.ts';

const HOMER = referenceData('wind_res_anonymised');
const BORNE = referenceData('wind_la_haute_borne_reference');

interface Farm {
  rating: number;
  turbines: readonly { id: string; power: Float64Array; speed: Float64Array }[];
}

function farmOf(data: typeof HOMER, file: string, columns: { name: string; power: string; speed: string; rating: number }): Farm {
  const table = data.table(file);
  const names = table.texts(columns.name);
  const [power, speed] = [table.numbers(columns.power), table.numbers(columns.speed)];
  const turbines = [...new Set(names)].map((id) => {
    const own = [...names.keys()].filter((i) => names[i] === id);
    const column = (of: Float64Array) => Float64Array.from(own, (i) => of[i] ?? Number.NaN);
    return { id, power: column(power), speed: column(speed) };
  });
  const count = Math.min(...turbines.map((turbine) => turbine.power.length));
  return {
    rating: columns.rating,
    turbines: turbines.map(({ id, ...own }) => ({ id, power: own.power.subarray(0, count), speed: own.speed.subarray(0, count) })),
  };
}

const FARMS = [
  {
    name: 'two turbines for a month',
    data: HOMER,
    farm: () =>
      farmOf(HOMER, 'homer_2turbines_202307_10min.csv.gz', {
        name: 'TurbineName',
        power: 'ActivePowerMean',
        speed: 'WindSpeedMean',
        rating: 1300,
      }),
  },
  {
    name: 'four turbines for seventeen days',
    data: BORNE,
    farm: () =>
      farmOf(BORNE, 'scada_4turbines_20140101_20140118_10min.csv.gz', {
        name: 'Wind_turbine_name',
        power: 'P_avg',
        speed: 'Ws_avg',
        rating: 2050,
      }),
  },
];

/** Flags of the power of every turbine, its potential read from its wind by its own curve, or from its peers alone. */
function flagsOf({ rating, turbines }: Farm, powers: readonly Float64Array[], knowsWind: boolean): Int32Array[] {
  const devices = turbines.map(({ id, speed, power }, k): QualityDevice => {
    const potential = meanPowerAt(speed, power);
    return {
      ...device(id, 'WindTurbine', { ActivePower: powers[k] ?? power }),
      capacityAc: rating,
      ...(knowsWind && { potential: (_, { start, end }) => potential.subarray(start, end) }),
    };
  });
  const count = turbines[0]?.power.length ?? 0;
  const site = siteOf(devices, {
    grid: { startMs: 0, stepMs: 600_000, count },
    core: { start: 0, end: count },
    sunElevation: new Float64Array(count),
  });
  return validateSite(site, RULES).map(({ signals: [power] }) => power?.flags ?? new Int32Array());
}

const isRemoved = (bits: number) => (bits & QUALITY_FLAGS.FLATLINE) !== 0 && (bits & QUALITY_FLAGS.SUSPECT) === 0;
const removedOf = (flags: Int32Array) => flags.reduce((sum, bits) => (isRemoved(bits) ? sum + 1 : sum), 0);

describe.each(FARMS)('$name', ({ data, farm: read }) => {
  test.skipIf(data.isAbsent)(`a day of a stuck reading is found${data.note}`, () => {
    const farm = read();
    const random = seededRandom(8);
    let [stuck, found] = [0, 0];
    for (let round = 0; round < 40; round++) {
      const k = round % farm.turbines.length;
      const measured = farm.turbines[k]?.power ?? new Float64Array();
      const start = Math.floor(random() * (measured.length - 160));
      const level = measured[start] ?? Number.NaN;
      if (!(level > 0.1 * farm.rating && level < 0.9 * farm.rating)) continue;
      const power = measured.slice().fill(level, start, start + 144);
      const powers = farm.turbines.map((turbine, at) => (at === k ? power : turbine.power));
      const flags = flagsOf(farm, powers, true)[k] ?? new Int32Array();
      stuck++;
      if (removedOf(flags.subarray(start, start + 144)) > 130) found++;
    }
    expect(stuck).toBeGreaterThan(10);
    expect(found / stuck).toBeGreaterThan(0.9);
  });

  test.skipIf(data.isAbsent)(`power that is held at a limit stays${data.note}`, () => {
    const farm = read();
    for (const share of [0.4, 0.6]) {
      const limit = share * farm.rating;
      const powers = farm.turbines.map(({ power }) => power.map((kw) => (kw > limit ? limit : kw)));
      const flags = flagsOf(farm, powers, true);
      const held = powers.map((power) => power.filter((kw) => kw === limit).length).reduce((sum, each) => sum + each, 0);
      const removed = flags.map(removedOf).reduce((sum, each) => sum + each, 0);
      expect(held).toBeGreaterThan(100);
      expect(removed / held).toBeLessThan(0.02);
    }
  });

  test.skipIf(data.isAbsent)(`what was measured stays, in steps of ten kilowatts too, with and without its wind${data.note}`, () => {
    const farm = read();
    for (const step of [0, 10]) {
      for (const knowsWind of [true, false]) {
        const powers = farm.turbines.map(({ power }) => (step === 0 ? power : power.map((kw) => step * Math.round(kw / step))));
        const count = powers.reduce((sum, power) => sum + power.filter((kw) => kw > 0).length, 0);
        const removed = flagsOf(farm, powers, knowsWind).reduce((sum, flags) => sum + removedOf(flags), 0);
        expect(removed / count, `steps of ${step}, wind known ${knowsWind}`).toBeLessThan(0.005);
      }
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
