import type { ReferenceTable } from '@solvane/testing/reference-data';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { cellTemperature, moduleTemperature } from './cell-temperature.ts';
import { faimanTemperature, noctCellTemperature, pvsystCellTemperature } from './cell-temperature-models.ts';
import { haurwitzClearSky, ineichenClearSky } from './clear-sky.ts';
import { erbsDecomposition } from './decomposition.ts';
import { discDecomposition } from './disc.ts';
import { extraterrestrialIrradiance } from './extraterrestrial.ts';
import { perezPlaneIrradiance } from './perez.ts';
import { physicalIncidenceModifier } from './reflection.ts';
import type { SunPositions } from './sun-position.ts';
import { sunPositions } from './sun-position.ts';
import { sunTimes } from './sun-times.ts';
import { trackerRotation } from './tracker.ts';
import { ashraeIncidenceModifier, cosineOfIncidence, isotropicPlaneIrradiance, planeIrradiance } from './transposition.ts';

const vectors = referenceData('pv_vectors_pvlib');

/** One row of the table as the inputs of a formula: each row has its own place. */
function eachRow(table: ReferenceTable, value: (row: (column: string) => number, timeMs: number) => number): Float64Array {
  const columns = new Map<string, Float64Array>();
  const times = table.texts('time_utc');
  return Float64Array.from(times, (time, i) =>
    value((column) => {
      const numbers = columns.get(column) ?? table.numbers(column);
      columns.set(column, numbers);
      return numbers[i] ?? Number.NaN;
    }, Date.parse(time)),
  );
}

function sunOf(row: (column: string) => number, timeMs: number): SunPositions {
  return sunPositions({
    timesMs: Float64Array.of(timeMs),
    location: { latitude: row('latitude'), longitude: row('longitude'), altitude: row('altitude_m') },
    pressure: row('pressure_pa') / 100,
    temperature: row('temp_air_c'),
  });
}

const DAY_MS = 86_400_000;
const one = (value: number) => Float64Array.of(value);
const only = (column: Float64Array) => column[0] ?? Number.NaN;

/** Largest difference over rows where the reference has a value, and how many those are. */
function furthest(ours: Float64Array, reference: Float64Array): { difference: number; rows: number } {
  let difference = 0;
  let rows = 0;
  reference.forEach((wanted, i) => {
    if (Number.isNaN(wanted)) return;
    rows++;
    difference = Math.max(difference, Math.abs((ours[i] ?? Number.NaN) - wanted));
  });
  return { difference, rows };
}

describe.skipIf(vectors.isAbsent)(`the sun and its light agree with pvlib at places from pole to pole${vectors.note}`, () => {
  const table = () => vectors.table('solar_vectors.csv');

  test.each(['zenith', 'apparentZenith'] as const)('%s within a hundredth of a degree of the reference algorithm', (angle) => {
    const all = table();
    const ours = eachRow(all, (row, timeMs) => only(sunOf(row, timeMs)[angle]));
    const { difference, rows } = furthest(ours, all.numbers({ zenith: 'zenith_deg', apparentZenith: 'apparent_zenith_deg' }[angle]));
    expect(rows).toBe(all.rowCount);
    expect(difference).toBeLessThan(0.01);
  });

  test('azimuth within a hundredth of a degree, measured along the sky', () => {
    const all = table();
    const reference = all.numbers('azimuth_deg');
    const alongSky = eachRow(all, (row, timeMs) => {
      const turn = only(sunOf(row, timeMs).azimuth) - row('azimuth_deg');
      return (((turn + 540) % 360) - 180) * Math.sin((row('zenith_deg') * Math.PI) / 180);
    });
    expect(
      furthest(
        alongSky,
        reference.map(() => 0),
      ).difference,
    ).toBeLessThan(0.01);
  });

  test('irradiance above the atmosphere within half a watt', () => {
    const all = table();
    const ours = eachRow(all, (_, timeMs) => only(extraterrestrialIrradiance(one(timeMs))));
    expect(furthest(ours, all.numbers('dni_extra_w_m2')).difference).toBeLessThan(0.5);
  });

  test.each(['ghi', 'dni', 'dhi'] as const)('clear-sky %s within half a watt', (part) => {
    const all = table();
    const ours = eachRow(all, (row) =>
      only(
        ineichenClearSky({
          apparentZenith: one(row('apparent_zenith_deg')),
          extraterrestrial: one(row('dni_extra_w_m2')),
          altitude: row('altitude_m'),
          linkeTurbidity: row('linke_turbidity'),
        })[part],
      ),
    );
    expect(furthest(ours, all.numbers(`ineichen_${part}_w_m2`)).difference).toBeLessThan(0.5);
  });

  test('Haurwitz clear sky within half a watt', () => {
    const all = table();
    const ours = eachRow(all, (row) => only(haurwitzClearSky(one(row('apparent_zenith_deg')))));
    expect(furthest(ours, all.numbers('haurwitz_ghi_w_m2')).difference).toBeLessThan(0.5);
  });

  test('light in the plane of the modules within half a watt, part by part', () => {
    const all = table();
    const parts = (row: (column: string) => number) =>
      planeIrradiance({
        sun: { apparentZenith: one(row('apparent_zenith_deg')), azimuth: one(row('azimuth_deg')) },
        irradiance: { ghi: one(row('ineichen_ghi_w_m2')), dni: one(row('ineichen_dni_w_m2')), dhi: one(row('ineichen_dhi_w_m2')) },
        extraterrestrial: one(row('dni_extra_w_m2')),
        plane: { tilt: row('surface_tilt_deg'), azimuth: row('surface_azimuth_deg') },
        albedo: row('albedo'),
      });
    const worst = (part: 'total' | 'beam' | 'ground', column: string) =>
      furthest(
        eachRow(all, (row) => only(parts(row)[part])),
        all.numbers(column),
      ).difference;
    expect(worst('total', 'poa_haydavies_w_m2')).toBeLessThan(0.5);
    expect(worst('beam', 'poa_beam_w_m2')).toBeLessThan(0.5);
    expect(worst('ground', 'poa_ground_w_m2')).toBeLessThan(0.5);
  });

  test.each([
    ['isotropic', isotropicPlaneIrradiance],
    ['Perez', perezPlaneIrradiance],
  ] as const)('light in the plane by the %s model within half a watt', (name, model) => {
    const all = table();
    const ours = eachRow(all, (row) =>
      only(
        model({
          sun: { apparentZenith: one(row('apparent_zenith_deg')), azimuth: one(row('azimuth_deg')) },
          irradiance: { ghi: one(row('ineichen_ghi_w_m2')), dni: one(row('ineichen_dni_w_m2')), dhi: one(row('ineichen_dhi_w_m2')) },
          extraterrestrial: one(row('dni_extra_w_m2')),
          plane: { tilt: row('surface_tilt_deg'), azimuth: row('surface_azimuth_deg') },
          albedo: row('albedo'),
        }).total,
      ),
    );
    expect(furthest(ours, all.numbers(`poa_${name.toLowerCase()}_w_m2`)).difference).toBeLessThan(0.5);
  });

  test('direct light by DISC within a watt', () => {
    const all = table();
    const ours = eachRow(all, (row) =>
      only(
        discDecomposition({
          ghi: one(row('cloudy_ghi_w_m2')),
          zenith: one(row('zenith_deg')),
          extraterrestrial: one(row('dni_extra_w_m2')),
          pressure: row('pressure_pa') / 100,
        }).dni,
      ),
    );
    expect(furthest(ours, all.numbers('disc_dni_w_m2')).difference).toBeLessThan(1);
  });

  test('reflection loss of plain glass within a thousandth', () => {
    const all = table();
    const ours = all.numbers('aoi_deg').map((angle) => physicalIncidenceModifier(Math.cos((angle * Math.PI) / 180)));
    expect(furthest(ours, all.numbers('iam_physical')).difference).toBeLessThan(0.001);
  });

  test('cell temperature by Faiman, PVsyst and NOCT within five hundredths of a degree', () => {
    const all = table();
    const weather = (row: (column: string) => number) => ({
      planeIrradiance: one(row('poa_haydavies_w_m2')),
      ambientTemperature: one(row('temp_air_c')),
      windSpeed: one(row('wind_speed_m_s')),
    });
    const worst = (column: string, model: (row: (column: string) => number) => Float64Array) =>
      furthest(
        eachRow(all, (row) => only(model(row))),
        all.numbers(column),
      );
    const noct = { nominalOperatingTemperature: 45, efficiency: 0.19 };
    expect(worst('tcell_faiman_c', (row) => faimanTemperature(weather(row))).difference).toBeLessThan(0.05);
    expect(worst('tcell_pvsyst_c', (row) => pvsystCellTemperature(weather(row))).difference).toBeLessThan(0.05);
    expect(worst('tcell_noct_sam_c', (row) => noctCellTemperature({ ...weather(row), ...noct })).difference).toBeLessThan(0.05);
  });

  test('sunrise, solar noon and sunset within half a minute', () => {
    const days = vectors.table('sunrise_vectors.csv');
    const instants = (column: string) => days.texts(column).map((text) => (text === '' ? Number.NaN : Date.parse(text)));
    const wanted = { sunriseMs: instants('sunrise_utc'), transitMs: instants('transit_utc'), sunsetMs: instants('sunset_utc') };
    const latitude = days.numbers('latitude');
    const longitude = days.numbers('longitude');
    days.texts('local_date').forEach((date, i) => {
      const place = { latitude: latitude[i] ?? Number.NaN, longitude: longitude[i] ?? Number.NaN, altitude: 0 };
      const noonMs = Date.parse(`${date}T12:00:00Z`) - place.longitude * 240_000;
      const found = sunTimes(noonMs, place);
      for (const name of ['sunriseMs', 'transitMs', 'sunsetMs'] as const) {
        const expected = wanted[name][i] ?? Number.NaN;
        const label = `${name} at ${place.latitude}, ${place.longitude} on ${date}`;
        if (Number.isNaN(expected)) {
          expect.soft(found[name], label).toBeNaN();
          continue;
        }
        // The reference works on UTC days: what falls on another one is taken from that day's neighbour and moved by 24 h.
        const dayShift = Math.round((Date.parse(`${date}T12:00:00Z`) - expected) / DAY_MS) * DAY_MS;
        const neighbour = sunTimes(noonMs + dayShift, place)[name] - dayShift;
        const difference = Math.min(Math.abs(found[name] - expected), Math.abs(neighbour - expected));
        expect.soft(difference / 1000, label).toBeLessThan(30);
      }
    });
  });

  test('reflection loss within a thousandth', () => {
    const all = table();
    const aoi = all.numbers('aoi_deg');
    const ours = aoi.map((angle) => ashraeIncidenceModifier(Math.cos((angle * Math.PI) / 180)));
    expect(furthest(ours, all.numbers('iam_ashrae_b005')).difference).toBeLessThan(0.001);
  });

  test('angle of incidence within two hundredths of a degree', () => {
    const all = table();
    const ours = eachRow(all, (row) => {
      const sun = { apparentZenith: one(row('apparent_zenith_deg')), azimuth: one(row('azimuth_deg')) };
      const cosine = only(cosineOfIncidence(sun, { tilt: row('surface_tilt_deg'), azimuth: row('surface_azimuth_deg') }));
      return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
    });
    expect(furthest(ours, all.numbers('aoi_deg')).difference).toBeLessThan(0.02);
  });

  test.each(['dni', 'dhi'] as const)('split of measured irradiance, %s within a watt', (part) => {
    const all = table();
    const ours = eachRow(all, (row) =>
      only(
        erbsDecomposition({
          ghi: one(row('cloudy_ghi_w_m2')),
          apparentZenith: one(row('zenith_deg')),
          extraterrestrial: one(row('dni_extra_w_m2')),
        })[part],
      ),
    );
    expect(furthest(ours, all.numbers(`erbs_${part}_w_m2`)).difference).toBeLessThan(1);
  });

  test('module and cell temperature within five hundredths of a degree', () => {
    const all = table();
    const weather = (row: (column: string) => number) => ({
      planeIrradiance: one(row('poa_haydavies_w_m2')),
      ambientTemperature: one(row('temp_air_c')),
      windSpeed: one(row('wind_speed_m_s')),
    });
    const back = eachRow(all, (row) => only(moduleTemperature(weather(row))));
    const cell = eachRow(all, (row) => only(cellTemperature(moduleTemperature(weather(row)), weather(row).planeIrradiance)));
    expect(furthest(back, all.numbers('tmod_sapm_c')).difference).toBeLessThan(0.05);
    expect(furthest(cell, all.numbers('tcell_sapm_c')).difference).toBeLessThan(0.05);
  });

  test('tracker rotation, free and turned back, within two hundredths of a degree', () => {
    const all = table();
    const rotation = (groundCoverRatio?: number) =>
      eachRow(all, (row) => {
        const sun = { apparentZenith: one(row('apparent_zenith_deg')), azimuth: one(row('azimuth_deg')) };
        return only(trackerRotation(sun, { ...(groundCoverRatio && { groundCoverRatio }), maxRotation: 60 }));
      });
    // The reference turns about an axis that points north: its positive side is east.
    const mirrored = (column: string) => all.numbers(column).map((angle) => -angle);
    expect(furthest(rotation(), mirrored('tracker_theta_true_deg')).difference).toBeLessThan(0.02);
    expect(furthest(rotation(0.35), mirrored('tracker_theta_backtrack_deg')).difference).toBeLessThan(0.02);
  });
});
