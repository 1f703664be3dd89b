import { circularMean } from '@solvane/series/circular';
import { regressionLine } from '@solvane/series/least-squares';
import { mean, sum } from '@solvane/series/moments';
import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { capacityFactor } from '../production/capacity-factor.ts';
import { flagAboveMax, flagBelowMin } from '../quality/checks/range.ts';
import { windSpeedForDensity } from '../wind/air-density.ts';
import { energyOfMeanPower, exportedPart } from './energy-from-power.ts';
import { aggregateChildren } from './tree.ts';

const plant = referenceData('pv_capacity_test_pvcaptest');
const inverter = referenceData('pv_inverters_solardatatools');
const profiles = referenceData('pv_fleet_measured_vs_simulated');
const hourly = referenceData('wind_kelmarsh_2018_hourly');
const farm = referenceData('wind_res_anonymised');
const states = referenceData('wind_hill_of_towie_status');
const reanalysis = referenceData('wind_la_haute_borne_reference');

const within = (values: Float64Array, isInside: (i: number) => boolean) => values.filter((_, i) => isInside(i));

describe.skipIf(plant.isAbsent)(`five days of a plant with eight inverters${plant.note}`, () => {
  const FIVE_MINUTES = 1 / 12;
  const inverters = Array.from({ length: 8 }, (_, k) => `inv${k + 1}_power`);
  const energyOf = (column: string) => {
    const watts = plant.table('example_measured_data.csv.gz').numbers(column);
    return energyOfMeanPower(
      watts.map((power) => power / 1000),
      FIVE_MINUTES,
    );
  };

  test('sent what its meter counted', () => {
    expect(differences(sum(energyOf('meter_power')), plant.expected('meter_energy') as number, { relative: 1e-5 })).toEqual([]);
  });

  test('had inverters that made what was published, consumption at night apart', () => {
    const found = Object.fromEntries(inverters.map((column) => [column, sum(exportedPart(energyOf(column)))]));
    expect(differences(found, plant.expected('inverter_energy') as Record<string, number>, { relative: 1e-5 })).toEqual([]);
  });

  test('loses a few percent between its inverters and its meter', () => {
    const together = aggregateChildren(
      'sum',
      inverters.map((column) => ({ values: energyOf(column), capacity: 1 })),
    );
    const share = sum(energyOf('meter_power')) / sum(together.values);
    expect(share).toBeGreaterThan(0.9);
    expect(share).toBeLessThan(1);
  });
});

test.skipIf(inverter.isAbsent)(`an inverter whose impossible readings are left out made what was published${inverter.note}`, () => {
  const RATING = 7;
  const table = inverter.table('TAEFC1044741.csv.gz');
  const power = table.numbers('meas_val_f');
  const flags = new Int32Array(power.length);
  flagBelowMin(power, 0, flags);
  flagAboveMax(power, 1.2 * RATING, flags);
  const energy = energyOfMeanPower(
    power.map((kw, i) => (flags[i] === 0 ? kw : Number.NaN)),
    1 / 12,
  );
  const published = inverter.expected('TAEFC1044741') as { rows: number; energy_kwh: number; monthly_kwh: Record<string, number> };
  expect(table.rowCount).toBe(published.rows);
  expect(differences(sum(energy), published.energy_kwh, { relative: 1e-4 })).toEqual([]);
  const stamps = table.texts('ts');
  for (const [month, kwh] of Object.entries(published.monthly_kwh)) {
    const found = sum(within(energy, (i) => stamps[i]?.startsWith(month) ?? false));
    expect(differences(found, kwh, { relative: 1e-4 })).toEqual([]);
  }
});

describe.skipIf(profiles.isAbsent)(`a year of measured output per installed kilowatt${profiles.note}`, () => {
  test.each(['Turin2019', 'Turin2020', 'Utrecht2014', 'Utrecht2015'])('%s', (place) => {
    const power = profiles.table('profiles_hourly.csv.gz').numbers(`${place} PV-MEAS`);
    const published = profiles.expected(place) as { capacity_factor_measured: number; yield_kwh_per_kwp: number };
    const made = sum(energyOfMeanPower(power, 1));
    expect(differences(made, published.yield_kwh_per_kwp, { relative: 1e-5 })).toEqual([]);
    expect(differences(capacityFactor(made, 1, power.length), published.capacity_factor_measured, { relative: 1e-5 })).toEqual([]);
  });

  test('simulated from satellite lies as far from measured as its authors say', () => {
    const table = profiles.table('profiles_hourly.csv.gz');
    const [measured, simulated] = [table.numbers('Turin2019 PV-MEAS'), table.numbers('Turin2019 PG-SARAH2')];
    const found = 100 * mean(simulated.map((value, i) => value - (measured[i] ?? Number.NaN)));
    expect(Math.abs(found - Number(profiles.expected('turin2019_doc')))).toBeLessThan(0.002);
  });
});

describe.skipIf(hourly.isAbsent)(`six turbines, hour by hour${hourly.note}`, () => {
  test('made from January to June what was published, month by month', () => {
    const table = hourly.table('power_kw_hourly_2018.csv.gz');
    const stamps = table.texts('hour_start_utc');
    const published = hourly.expected('monthly_jan_jun') as Record<string, Record<string, number>>;
    for (const [month, turbines] of Object.entries(published)) {
      const isInside = (i: number) => stamps[i]?.slice(5, 7) === month;
      for (const [turbine, megawattHours] of Object.entries(turbines)) {
        const found = sum(within(energyOfMeanPower(table.numbers(turbine), 1), isInside)) / 1000;
        expect(Math.abs(found - megawattHours)).toBeLessThan(0.02);
      }
    }
  });

  test('made in a ten-minute excerpt what was published', () => {
    const table = hourly.table('scada_10min_sample_202101.csv');
    const names = table.texts('turbine');
    const energy = energyOfMeanPower(table.numbers('Power (kW)'), 1 / 6);
    const { energy_mwh } = hourly.expected('sample') as { energy_mwh: Record<string, number> };
    for (const [turbine, megawattHours] of Object.entries(energy_mwh)) {
      const found = sum(within(energy, (i) => names[i] === turbine)) / 1000;
      expect(Math.abs(found - megawattHours)).toBeLessThan(0.001);
    }
  });
});

test.skipIf(farm.isAbsent)(`two anonymous turbines made what was published${farm.note}`, () => {
  const table = farm.table('homer_2turbines_202307_10min.csv.gz');
  const names = table.texts('TurbineName');
  const energy = energyOfMeanPower(table.numbers('ActivePowerMean'), 1 / 6);
  const windSpeed = table.numbers('WindSpeedMean');
  const published = farm.expected('homer_energy') as Record<string, { energy_mwh: number; mean_wind: number }>;
  for (const [turbine, { energy_mwh, mean_wind }] of Object.entries(published)) {
    const isOwn = (i: number) => names[i] === turbine;
    expect(differences(sum(within(energy, isOwn)) / 1000, energy_mwh, { relative: 1e-6 })).toEqual([]);
    expect(differences(mean(within(windSpeed, isOwn)), mean_wind, { relative: 1e-6 })).toEqual([]);
  }
});

test.skipIf(states.isAbsent)(`states of 21 turbines lasted as long as was published${states.note}`, () => {
  const FIELDS = { ready: 'ScReToOp', running: 'ScInOper', wind_in_range: 'ScWindIR', turbine_error: 'ScTurSto' } as const;
  const table = states.table('tblSCTurFlag_2024_07.csv.gz');
  const stations = table.numbers('StationId');
  const stamps = table.texts('TimeStamp');
  // Stamps are the end of the interval, and the rows of the edges stand there twice.
  const first = new Map(stamps.map((stamp, i) => [`${stations[i]} ${stamp}`, i] as const).reverse());
  const isOfMonth = (i: number) =>
    first.get(`${stations[i]} ${stamps[i]}`) === i &&
    (stamps[i] ?? '') > '2024-07-01 00:00:00' &&
    (stamps[i] ?? '') <= '2024-08-01 00:00:00';
  const published = states.expected('july') as Record<string, Record<keyof typeof FIELDS | 'rows', number>>;
  for (const [field, column] of Object.entries(FIELDS) as [keyof typeof FIELDS, string][]) {
    const seconds = table.numbers(`wtc_${column}_timeon`);
    for (const [turbine, hours] of Object.entries(published)) {
      const isOwn = (i: number) => (stations[i] ?? 0) - 2304509 === Number(turbine.slice(1)) && isOfMonth(i);
      expect(Math.abs(sum(within(seconds, isOwn)) / 3600 - hours[field])).toBeLessThan(0.001);
    }
  }
});

describe.skipIf(reanalysis.isAbsent)(`wind of a year by reanalysis${reanalysis.note}`, () => {
  const PERIODS = ['2014-06', '2014-12', '2014-01-02', '2014-10-12'];
  const SOURCES = {
    era5: { file: 'era5_2014_hourly.csv.gz', speed: 'ws_100m', density: 'dens_100m', meanDensity: 1.198449, u: 'u_100', v: 'v_100' },
    merra2: { file: 'merra2_2014_hourly.csv.gz', speed: 'ws_50m', density: 'dens_50m', meanDensity: 1.204203, u: 'u_50', v: 'v_50' },
  } as const;

  test.each(['era5', 'merra2'] as const)('%s: at the density of the air as published', (source) => {
    const { file, speed, density, meanDensity } = SOURCES[source];
    const table = reanalysis.table(file);
    const stamps = table.texts('datetime');
    const corrected = windSpeedForDensity({
      windSpeed: table.numbers(speed),
      airDensity: table.numbers(density),
      curveDensity: meanDensity,
    });
    const published = reanalysis.expected('reanalysis_wind_openoa') as Record<string, number[]>;
    PERIODS.forEach((period, k) => {
      const found = mean(within(corrected, (i) => stamps[i]?.startsWith(period) ?? false));
      expect(Math.abs(found - (published[source]?.[k] ?? Number.NaN))).toBeLessThan(1e-4);
    });
  });

  test.each(['era5', 'merra2'] as const)('%s: from the direction as published', (source) => {
    const { file, u, v } = SOURCES[source];
    const table = reanalysis.table(file);
    const stamps = table.texts('datetime');
    const [east, north] = [table.numbers(u), table.numbers(v)];
    // Each hour as an angle that weighs by its wind: their mean is that of the components.
    const angles = east.map((x, i) => (Math.atan2(x, north[i] ?? Number.NaN) * 180) / Math.PI + 180);
    const speeds = east.map((x, i) => Math.hypot(x, north[i] ?? Number.NaN));
    const published = reanalysis.expected('reanalysis_direction_openoa') as Record<string, number[]>;
    PERIODS.forEach((period, k) => {
      const isInside = (i: number) => stamps[i]?.startsWith(period) ?? false;
      const { direction } = circularMean(within(angles, isInside), within(speeds, isInside));
      expect(Math.abs(direction - (published[source]?.[k] ?? Number.NaN))).toBeLessThan(1e-4);
    });
  });

  test.each(['era5', 'merra2'] as const)('%s: explains the energy of a month as published', (source) => {
    const monthly = reanalysis.expected('monthly') as Record<string, Record<'net_gwh' | 'availability_gwh' | 'curtailment_gwh', number>>;
    const published = reanalysis.expected('regression') as Record<
      string,
      { slope: number; intercept: number; monthly_wind: Record<string, number> }
    >;
    const { slope = 0, intercept = 0, monthly_wind = {} } = published[source] ?? {};
    const months = Array.from({ length: 12 }, (_, k) => k + 1);
    const gross = Float64Array.from(months, (month) => {
      const { net_gwh = 0, availability_gwh = 0, curtailment_gwh = 0 } = monthly[month] ?? {};
      return ((net_gwh + availability_gwh + curtailment_gwh) * 30) / new Date(Date.UTC(2014, month, 0)).getUTCDate();
    });
    const line = regressionLine(
      Float64Array.from(months, (month) => monthly_wind[month] ?? Number.NaN),
      gross,
    );
    expect(Math.abs((line?.slope ?? Number.NaN) - slope)).toBeLessThan(1e-4);
    expect(Math.abs((line?.intercept ?? Number.NaN) - intercept)).toBeLessThan(1e-4);
  });
});
