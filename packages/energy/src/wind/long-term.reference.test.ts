import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { windSpeedForDensity } from './air-density.ts';
import { type EnergyMonth, longTermEnergy, type ReferenceMonth } from './long-term-energy.ts';
import { meanWindDirection, northingSegments } from './northing.ts';

const french = referenceData('wind_la_haute_borne_reference');
const anonymous = referenceData('wind_res_anonymised');
const MODELS = [
  ['merra2', 'ws_50m', 'dens_50m', 'u_50', 'v_50', 1.204203],
  ['era5', 'ws_100m', 'dens_100m', 'u_100', 'v_100', 1.198449],
] as const;

describe.skipIf(french.isAbsent)(`a year of four turbines and its reanalysis${french.note}`, () => {
  function energyMonths(): EnergyMonth[] {
    const table = french.table('plant_meter_losses_2014_10min.csv.gz');
    const [net, availability, curtailment] = ['net_energy_kwh', 'availability_kwh', 'curtailment_kwh'].map((name) => table.numbers(name));
    const months: EnergyMonth[] = Array.from({ length: 12 }, (_, at) => ({
      year: 2014,
      month: at + 1,
      net: 0,
      availabilityLoss: 0,
      curtailmentLoss: 0,
    }));
    table.texts('time_utc').forEach((time, i) => {
      const month = time.startsWith('2014') ? months[Number(time.slice(5, 7)) - 1] : undefined;
      if (!month) return;
      month.net += net?.[i] ?? 0;
      month.availabilityLoss += availability?.[i] ?? 0;
      month.curtailmentLoss += curtailment?.[i] ?? 0;
    });
    return months;
  }

  test.each(MODELS)('gross energy follows %s as published', (model, speed, density, _u, _v, curveDensity) => {
    const table = french.table(`${model}_2014_hourly.csv.gz`);
    const wind = windSpeedForDensity({ windSpeed: table.numbers(speed), airDensity: table.numbers(density), curveDensity });
    const times = table.texts('datetime');
    const reference: ReferenceMonth[] = Array.from({ length: 12 }, (_, at) => {
      const own = wind.filter((_value, i) => times[i]?.startsWith(`2014-${String(at + 1).padStart(2, '0')}`));
      return { year: 2014, month: at + 1, windSpeed: own.reduce((sum, value) => sum + value, 0) / own.length };
    });
    const found = longTermEnergy({ months: energyMonths(), references: [reference] });
    if (found.kind !== 'energy') throw new Error(found.reason);
    const published = (french.expected('regression') as Record<string, { slope: number; intercept: number; r2: number }>)[model];
    const [line] = found.regressions;
    expect(
      differences(
        [(line?.slope ?? 0) / 1e6, (line?.intercept ?? 0) / 1e6, line?.r2],
        [published?.slope ?? 0, published?.intercept ?? 0, published?.r2 ?? 0],
        { absolute: 1e-4 },
      ),
    ).toEqual([]);
    // The long term is the year itself here, so the annual energy is what the meter read.
    const year = french.expected('year') as { net_gwh: number };
    expect(differences(found.annual / 1e6, year.net_gwh, { relative: 0.02 })).toEqual([]);
  });

  test.each(MODELS)('mean wind direction of %s as published', (model, _speed, _density, u, v) => {
    const table = french.table(`${model}_2014_hourly.csv.gz`);
    const times = table.texts('datetime');
    const [eastward, northward] = [table.numbers(u), table.numbers(v)];
    const of = (prefix: string) => {
      const inPeriod = (column: Float64Array) => column.filter((_value, i) => times[i]?.startsWith(prefix));
      return meanWindDirection(inPeriod(eastward), inPeriod(northward));
    };
    const published = (french.expected('reanalysis_direction_openoa') as Record<string, number[]>)[model] ?? [];
    expect(differences(['2014-06', '2014-12', '2014-01-02', '2014-10-12'].map(of), published, { absolute: 1e-4 })).toEqual([]);
  });
});

describe.skipIf(anonymous.isAbsent)(`nacelles whose north is unknown${anonymous.note}`, () => {
  test('agree on the wind once they are aligned with reanalysis, and two reanalyses agree on the correction', () => {
    const scada = anonymous.table('homer_2turbines_202307_10min.csv.gz');
    const turbines = scada.texts('TurbineName');
    const stamps = scada.texts('TimeStamp_StartFormat').map((text) => Date.parse(text));
    const [yaw, power] = [scada.numbers('YawAngleMean'), scada.numbers('ActivePowerMean')];
    const correctionsFrom = (file: string, directionColumn: string) => {
      const table = anonymous.table(file);
      const directions = table.numbers(directionColumn);
      const byHour = new Map(table.texts('time').map((text, i) => [Math.floor(Date.parse(text) / 3_600_000), directions[i] ?? Number.NaN]));
      return ['HMR_T01', 'HMR_T02'].map((turbine) => {
        const rows = stamps.flatMap((_, i) => (turbines[i] === turbine ? [i] : []));
        const segments = northingSegments({
          direction: Float64Array.from(rows, (i) => yaw[i] ?? Number.NaN),
          reference: Float64Array.from(rows, (i) => byHour.get(Math.floor((stamps[i] ?? 0) / 3_600_000)) ?? Number.NaN),
          selected: Uint8Array.from(rows, (i) => ((power[i] ?? 0) > 50 ? 1 : 0)),
          days: Float64Array.from(rows, (i) => Math.floor((stamps[i] ?? 0) / 86_400_000)),
        });
        expect(segments.length).toBeGreaterThan(0);
        return segments[0]?.correction ?? Number.NaN;
      });
    };
    const era5 = correctionsFrom('homer_era5_100m_hourly_20230601_20230831.csv.gz', '100_m_hwd_mean_deg-n_true');
    const merra2 = correctionsFrom('homer_merra2c_50m_hourly_20230601_20230831.csv.gz', '50_m_hwd_mean_deg-n_true');
    expect(differences(era5, merra2, { absolute: 8 })).toEqual([]);
  });
});
