import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { capacityFactor } from '../production/capacity-factor.ts';
import { densityCorrectedWindSpeed, windSpeedForDensity } from './air-density.ts';
import { binnedCurve, curvePoints, measuredCurve } from './binned-curve.ts';
import { powerCurve, powerFromCurve } from './power-curve.ts';

const inland = referenceData('wind_dswe_six_turbines');
const single = referenceData('wind_nrel_ge15');
const french = referenceData('wind_la_haute_borne_reference');
const sum = (values: Float64Array) => values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0);

describe.skipIf(inland.isAbsent)(`a year of two inland turbines with their mast${inland.note}`, () => {
  test.each(['WT1', 'WT2'])('%s has the published density-corrected bins', (turbine) => {
    const table = inland.table(`${turbine}.csv.gz`);
    const power = table.numbers('y (% relative to rated power)');
    const curve = binnedCurve({
      windSpeed: densityCorrectedWindSpeed(table.numbers('V'), table.numbers('air density')),
      power,
      selected: new Uint8Array(power.length).fill(1),
      stepHours: 1 / 6,
    });
    const published = inland.expected(`${turbine}_density`) as Record<string, [number, number, number]>;
    for (const [centre, [count, windSpeed, mean]] of Object.entries(published)) {
      const bin = curve.centre.indexOf(Number(centre));
      expect(differences([curve.count[bin], curve.windSpeed[bin], curve.power[bin]], [count, windSpeed, mean], { absolute: 0.01 })).toEqual(
        [],
      );
    }
  });
});

describe.skipIf(single.isAbsent)(`eight years of a 1.5 MW turbine${single.note}`, () => {
  const record = () => {
    const table = single.table('scada_10min_4cols.csv.gz');
    return { times: table.texts('dttm'), power: table.numbers('kw'), windSpeed: table.numbers('wind_speed') };
  };

  test('made the published energy and capacity factor', () => {
    const { times, power } = record();
    expect(differences(sum(power) / 6 / 1000, single.expected('energy_all') as number, { absolute: 0.001 })).toEqual([]);
    const year = power.filter((_, i) => times[i]?.startsWith('2016'));
    const published = single.expected('year_2016') as { actual_mwh_floor0: number; capacity_factor_1500kw: number; rows: number };
    const energy = sum(year.map((kw) => Math.max(0, kw))) / 6;
    expect(differences(energy / 1000, published.actual_mwh_floor0, { relative: 1e-4 })).toEqual([]);
    expect(
      differences(capacityFactor(energy, 1500, published.rows / 6), published.actual_mwh_floor0 / (1.5 * (published.rows / 6)), {
        relative: 1e-4,
      }),
    ).toEqual([]);
  });

  test('has a clean curve near the published one between cut-in and rated', () => {
    const { power, windSpeed } = record();
    const running = power.map((kw, i) => (kw > 20 && (windSpeed[i] ?? 0) > 2 ? kw : Number.NaN));
    const excluded = Uint8Array.from(running, (kw) => (Number.isNaN(kw) ? 1 : 0));
    const selected = curvePoints({ windSpeed, power: running, excluded, ratedPower: 1500 });
    const curve = measuredCurve(binnedCurve({ windSpeed, power, selected, stepHours: 1 / 6 }));
    if (!curve) throw new Error('eight years make a curve');
    const published = Object.entries(single.expected('iec_curve') as Record<string, number>).filter(
      ([speed]) => Number(speed) > 6 && Number(speed) < 14,
    );
    const ours = powerFromCurve(
      Float64Array.from(published, ([speed]) => Number(speed)),
      curve,
    );
    expect(published.length).toBeGreaterThan(10);
    expect(
      differences(
        ours,
        published.map(([, kw]) => kw),
        { relative: 0.04 },
      ),
    ).toEqual([]);
  });

  test('can be read from its maker’s curve', () => {
    const table = single.table('power_curve_DOE_GE_1.5MW_77.csv');
    const curve = powerCurve(table.numbers('Wind Speed [m/s]'), table.numbers('Power [kW]'));
    const powers = powerFromCurve(Float64Array.of(1.01, 8, 14.5, 40), curve);
    expect(powers[0]).toBe(0); // consumption is not production
    expect(powers[1]).toBeGreaterThan(500);
    expect(differences(powers[2], 1500, { relative: 0.03 })).toEqual([]);
    expect(powers[3]).toBe(0);
  });
});

describe.skipIf(french.isAbsent)(`a year of reanalysis wind over four turbines${french.note}`, () => {
  test.each([
    ['merra2', 'ws_50m', 'dens_50m', 1.204203],
    ['era5', 'ws_100m', 'dens_100m', 1.198449],
  ] as const)('%s has the published density-corrected monthly means', (model, speedColumn, densityColumn, curveDensity) => {
    const table = french.table(`${model}_2014_hourly.csv.gz`);
    const corrected = windSpeedForDensity({
      windSpeed: table.numbers(speedColumn),
      airDensity: table.numbers(densityColumn),
      curveDensity,
    });
    const times = table.texts('datetime');
    const meanOf = (prefix: string) => {
      const values = corrected.filter((_, i) => times[i]?.startsWith(prefix));
      return sum(values) / values.length;
    };
    const published = (french.expected('reanalysis_wind_openoa') as Record<string, number[]>)[model] ?? [];
    expect(
      differences([meanOf('2014-06'), meanOf('2014-12'), meanOf('2014-01-02'), meanOf('2014-10-12')], published, { absolute: 0.0001 }),
    ).toEqual([]);
  });
});
