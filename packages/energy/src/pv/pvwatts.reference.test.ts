import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { cellTemperature, moduleTemperature } from './cell-temperature.ts';
import { extraterrestrialIrradiance } from './extraterrestrial.ts';
import { pvwattsAcPower, pvwattsDcPower } from './pvwatts.ts';
import { sunPositions } from './sun-position.ts';
import { planeIrradiance } from './transposition.ts';

const year = referenceData('pv_reference_tables_pvlib');
const measured = referenceData('pv_vectors_pvlib');
const sum = (column: Float64Array) => column.reduce((total, value) => total + value, 0);

describe.skipIf(year.isAbsent)(`a published PVWatts year${year.note}`, () => {
  test('is met within two percent, each month within three, from its light and cell temperature', () => {
    const table = year.table('pvwatts_8760_rackmount.csv.gz');
    const dc = pvwattsDcPower({
      planeIrradiance: table.numbers('poa_w_m2'),
      cellTemperature: table.numbers('tcell_c'),
      nameplate: 4,
      temperatureCoefficient: -0.0047,
      systemLoss: 0.1408,
    });
    const ac = pvwattsAcPower(dc, 4 / 1.2);
    expect(differences(sum(ac), year.expected('rackmount_ac') as number, { relative: 0.02 })).toEqual([]);
    const months = table.numbers('month');
    const byMonth = Array.from({ length: 12 }, (_, month) => sum(ac.filter((_, hour) => months[hour] === month + 1)));
    expect(differences(byMonth, year.expected('rackmount_months') as number[], { relative: 0.03 })).toEqual([]);
  });
});

describe.skipIf(measured.isAbsent)(`a measured winter day in Alamosa${measured.note}`, () => {
  test('gives the same light on the plane and the same energy as pvlib', () => {
    const table = measured.table('surfrad_slv_20160101_1min.csv.gz');
    const timesMs = Float64Array.from(table.texts('time_utc'), (time) => Date.parse(time));
    const sun = sunPositions({
      timesMs,
      location: { latitude: 37.7, longitude: -105.92, altitude: 2317 },
    });
    const { total } = planeIrradiance({
      sun,
      irradiance: { ghi: table.numbers('ghi'), dni: table.numbers('dni'), dhi: table.numbers('dhi') },
      extraterrestrial: extraterrestrialIrradiance(timesMs),
      plane: { tilt: 40, azimuth: 180 },
    });
    const back = moduleTemperature({
      planeIrradiance: total,
      ambientTemperature: table.numbers('temp_air'),
      windSpeed: table.numbers('wind_speed'),
    });
    const dc = pvwattsDcPower({ planeIrradiance: total, cellTemperature: cellTemperature(back, total), nameplate: 1, systemLoss: 0 });
    const minutes = (column: Float64Array) => sum(column.map((value) => Math.max(0, value))) / 60;
    const energies = [minutes(table.numbers('ghi')) / 1000, minutes(total) / 1000, minutes(pvwattsAcPower(dc, 0.9 * 0.96)) * 1000];
    expect(differences(energies, measured.expected('surfrad_day') as number[], { relative: 0.003 })).toEqual([]);
    expect(differences(total, table.numbers('poa_haydavies_tilt40_az180_w_m2'), { absolute: 3 })).toEqual([]);
  });
});
