import { cellTemperature, moduleTemperature } from '@solvane/energy/pv/cell-temperature';
import { faimanTemperature, noctCellTemperature, pvsystCellTemperature } from '@solvane/energy/pv/cell-temperature-models';
import { haurwitzClearSky, ineichenClearSky } from '@solvane/energy/pv/clear-sky';
import { clearnessIndex, erbsDecomposition } from '@solvane/energy/pv/decomposition';
import { discDecomposition } from '@solvane/energy/pv/disc';
import { extraterrestrialIrradiance } from '@solvane/energy/pv/extraterrestrial';
import { perezPlaneIrradiance } from '@solvane/energy/pv/perez';
import { combinedLoss, PVWATTS_LOSSES, pvwattsAcPower, pvwattsDcPower } from '@solvane/energy/pv/pvwatts';
import { physicalIncidenceModifier } from '@solvane/energy/pv/reflection';
import { type SunPositions, sunPositions } from '@solvane/energy/pv/sun-position';
import { sunTimes } from '@solvane/energy/pv/sun-times';
import { trackerPlane, trackerRotation } from '@solvane/energy/pv/tracker';
import { ashraeIncidenceModifier, cosineOfIncidence, isotropicPlaneIrradiance, planeIrradiance } from '@solvane/energy/pv/transposition';
import { compared, type Outcome } from '../compare.ts';
import type { Table } from '../table.ts';
import type { CheckContext, Checks } from './check.ts';
import { eachRow, maxOf, one, only, sumOf, whereKnown } from './columns.ts';

type Row = (column: string) => number;

const DAY_MS = 86_400_000;
const RADIANS = Math.PI / 180;

/** Solar position, light, temperatures and power against vectors of pvlib. */
export const PVLIB_VECTORS: Checks = {
  'col.zenith_deg': ofColumns(/^(zenith|apparent_zenith|azimuth|elevation)_deg$/, {
    zenith_deg: (row, timeMs) => only(sunOf(row, timeMs).zenith),
    apparent_zenith_deg: (row, timeMs) => only(sunOf(row, timeMs).apparentZenith),
    azimuth_deg: (row, timeMs) => row('azimuth_deg') + alongSky(only(sunOf(row, timeMs).azimuth), row('azimuth_deg'), row('zenith_deg')),
    elevation_deg: (row, timeMs) => 90 - only(sunOf(row, timeMs).zenith),
  }),
  'col.ephemeris_x': ofColumns(/^ephemeris_/, {
    ephemeris_apparent_zenith_deg: (row, timeMs) => only(sunOf(row, timeMs).apparentZenith),
    ephemeris_azimuth_deg: (row, timeMs) =>
      row('ephemeris_azimuth_deg') + alongSky(only(sunOf(row, timeMs).azimuth), row('ephemeris_azimuth_deg'), row('zenith_deg')),
  }),
  'col.ineichen_x': ofColumns(
    /^(ineichen|solis|haurwitz|dni_extra)_/,
    {
      ineichen_ghi_w_m2: (row) => only(clearSky(row).ghi),
      ineichen_dni_w_m2: (row) => only(clearSky(row).dni),
      ineichen_dhi_w_m2: (row) => only(clearSky(row).dhi),
      haurwitz_ghi_w_m2: (row) => only(haurwitzClearSky(one(row('apparent_zenith_deg')))),
      dni_extra_w_m2: (_row, timeMs) => only(extraterrestrialIrradiance(one(timeMs))),
    },
    'simplified Solis is not implemented: the clear-sky model of the product is Ineichen',
  ),
  'col.aoi_deg': ofColumns(/^(aoi_deg$|tracker_)/, {
    aoi_deg: (row) => incidence(row, { tilt: row('surface_tilt_deg'), azimuth: row('surface_azimuth_deg') }),
    tracker_tilt_backtrack_deg: (row) => backtracked(row).tilt,
    tracker_azimuth_backtrack_deg: (row) => backtracked(row).azimuth,
    tracker_aoi_backtrack_deg: (row) => incidence(row, backtracked(row)),
    // The reference turns about an axis that points north: its positive side is east.
    tracker_theta_true_deg: (row) => -only(trackerRotation(apparentSun(row), { maxRotation: 60 })),
    tracker_theta_backtrack_deg: (row) => -only(trackerRotation(apparentSun(row), { maxRotation: 60, groundCoverRatio: 0.35 })),
  }),
  'col.poa_x': ofColumns(/^poa_/, {
    poa_haydavies_w_m2: (row) => only(planeIrradiance(lightOf(row)).total),
    poa_beam_w_m2: (row) => only(planeIrradiance(lightOf(row)).beam),
    poa_haydavies_sky_diffuse_w_m2: (row) =>
      only(planeIrradiance(lightOf(row)).isotropic) + only(planeIrradiance(lightOf(row)).circumsolar),
    poa_ground_w_m2: (row) => only(planeIrradiance(lightOf(row)).ground),
    poa_isotropic_w_m2: (row) => only(isotropicPlaneIrradiance(lightOf(row)).total),
    poa_perez_w_m2: (row) => only(perezPlaneIrradiance(lightOf(row)).total),
  }),
  'col.erbs_x': ofColumns(/^(erbs|disc)_/, {
    erbs_dni_w_m2: (row) => only(erbsDecomposition({ ...cloudy(row), apparentZenith: one(row('zenith_deg')) }).dni),
    erbs_dhi_w_m2: (row) => only(erbsDecomposition({ ...cloudy(row), apparentZenith: one(row('zenith_deg')) }).dhi),
    erbs_kt: (row) => only(clearnessIndex({ ...cloudy(row), apparentZenith: one(row('zenith_deg')) })),
    disc_dni_w_m2: (row) =>
      only(discDecomposition({ ...cloudy(row), zenith: one(row('zenith_deg')), pressure: row('pressure_pa') / 100 }).dni),
  }),
  'col.iam_x': ofColumns(
    /^iam_/,
    {
      iam_ashrae_b005: (row) => ashraeIncidenceModifier(Math.cos(row('aoi_deg') * RADIANS)),
      iam_physical: (row) => physicalIncidenceModifier(Math.cos(row('aoi_deg') * RADIANS)),
    },
    'Martin-Ruiz is not implemented: the product has ASHRAE and the physical model',
  ),
  'col.tcell_x': ofColumns(
    /^(tcell|tmod)_/,
    {
      tmod_sapm_c: (row) => only(moduleTemperature(weather(row))),
      tcell_sapm_c: (row) => only(cellTemperature(moduleTemperature(weather(row)), weather(row).planeIrradiance)),
      tcell_faiman_c: (row) => only(faimanTemperature(weather(row))),
      tcell_pvsyst_c: (row) => only(pvsystCellTemperature(weather(row))),
      tcell_noct_sam_c: (row) => only(noctCellTemperature({ ...weather(row), nominalOperatingTemperature: 45, efficiency: 0.19 })),
    },
    'Ross is not implemented: four other models are',
  ),
  'col.pvwatts': ofColumns(/^pvwatts_/, {
    pvwatts_pdc_w: (row) => 1000 * only(dcPower(row, 0)),
    pvwatts_pdc_after_losses_w: (row) => 1000 * only(dcPower(row, combinedLoss(PVWATTS_LOSSES))),
    pvwatts_pac_w: (row) => 1000 * only(pvwattsAcPower(dcPower(row, combinedLoss(PVWATTS_LOSSES)), 80 * 0.96)),
  }),
  sunrise: ({ set }) => sunriseOutcome(set.table('sunrise_vectors.csv')),
  spa_paper: () => {
    const sun = sunPositions({
      timesMs: one(Date.parse('2003-10-17T12:30:30-07:00')),
      location: { latitude: 39.742476, longitude: -105.1786, altitude: 1830.14 },
      pressure: 820,
      temperature: 11,
    });
    return compared([only(sun.apparentZenith), only(sun.azimuth), only(sun.zenith)], {
      note: 'the product calculates the solar position with PSA+, which is within 0.01° of SPA',
    });
  },
  surfrad_day: ({ set }) => compared(measuredDay(set.table(SURFRAD))),
  surfrad_zenith: ({ set }) => {
    const table = set.table(SURFRAD);
    const [theirs, ours] = [table.numbers('solar_zenith'), surfradSun(table).apparentZenith];
    return compared(maxOf(ours.map((angle, i) => (angle < 85 ? Math.abs(angle - (theirs[i] ?? Number.NaN)) : 0))));
  },
  pvwatts_losses: () => compared(100 * combinedLoss(PVWATTS_LOSSES)),
};

const SURFRAD = 'surfrad_slv_20160101_1min.csv.gz';

/** A check of columns of solar_vectors.csv, whose values are in the file; columns that no formula gives are left out with a reason. */
function ofColumns(
  pattern: RegExp,
  formulas: Record<string, (row: Row, timeMs: number) => number>,
  omitted?: string,
): (context: CheckContext) => Outcome {
  return ({ set }) => {
    const table = set.table('solar_vectors.csv');
    const columns = table.columns.filter((column) => pattern.test(column));
    const expected = columns.map((column) => [column, whereKnown(table.numbers(column), table.numbers(column))]);
    const ours = columns.flatMap((column) => {
      const formula = formulas[column];
      return formula ? [[column, whereKnown(table.numbers(column), eachRow(table, formula))]] : [];
    });
    return compared(Object.fromEntries(ours), { expected: Object.fromEntries(expected), ...(omitted === undefined ? {} : { omitted }) });
  };
}

function sunOf(row: Row, timeMs: number): SunPositions {
  return sunPositions({
    timesMs: one(timeMs),
    location: { latitude: row('latitude'), longitude: row('longitude'), altitude: row('altitude_m') },
    pressure: row('pressure_pa') / 100,
    temperature: row('temp_air_c'),
  });
}

/** Turn from the reference azimuth as an angle on the sky: near the zenith a large turn is a short way. */
function alongSky(azimuth: number, reference: number, zenith: number): number {
  return (((((azimuth - reference + 540) % 360) + 360) % 360) - 180) * Math.sin(zenith * RADIANS);
}

function apparentSun(row: Row): Pick<SunPositions, 'apparentZenith' | 'azimuth'> {
  return { apparentZenith: one(row('apparent_zenith_deg')), azimuth: one(row('azimuth_deg')) };
}

function incidence(row: Row, plane: { tilt: number; azimuth: number }): number {
  return Math.acos(Math.min(1, Math.max(-1, only(cosineOfIncidence(apparentSun(row), plane))))) / RADIANS;
}

function backtracked(row: Row): { tilt: number; azimuth: number } {
  const { tilt, azimuth } = trackerPlane(trackerRotation(apparentSun(row), { maxRotation: 60, groundCoverRatio: 0.35 }));
  return { tilt: only(tilt), azimuth: only(azimuth) };
}

function clearSky(row: Row): ReturnType<typeof ineichenClearSky> {
  return ineichenClearSky({
    apparentZenith: one(row('apparent_zenith_deg')),
    extraterrestrial: one(row('dni_extra_w_m2')),
    altitude: row('altitude_m'),
    linkeTurbidity: row('linke_turbidity'),
  });
}

function lightOf(row: Row): Parameters<typeof planeIrradiance>[0] {
  return {
    sun: apparentSun(row),
    irradiance: { ghi: one(row('ineichen_ghi_w_m2')), dni: one(row('ineichen_dni_w_m2')), dhi: one(row('ineichen_dhi_w_m2')) },
    extraterrestrial: one(row('dni_extra_w_m2')),
    plane: { tilt: row('surface_tilt_deg'), azimuth: row('surface_azimuth_deg') },
    albedo: row('albedo'),
  };
}

function cloudy(row: Row): { ghi: Float64Array; extraterrestrial: Float64Array } {
  return { ghi: one(row('cloudy_ghi_w_m2')), extraterrestrial: one(row('dni_extra_w_m2')) };
}

function weather(row: Row): { planeIrradiance: Float64Array; ambientTemperature: Float64Array; windSpeed: Float64Array } {
  return {
    planeIrradiance: one(row('poa_haydavies_w_m2')),
    ambientTemperature: one(row('temp_air_c')),
    windSpeed: one(row('wind_speed_m_s')),
  };
}

/** Of 100 kW, -0.37 %/K. [kW] */
function dcPower(row: Row, systemLoss: number): Float64Array {
  return pvwattsDcPower({
    planeIrradiance: one(row('poa_haydavies_w_m2')),
    cellTemperature: one(row('tcell_sapm_c')),
    nameplate: 100,
    temperatureCoefficient: -0.0037,
    systemLoss,
  });
}

/** Instants in seconds. */
function sunriseOutcome(table: Table): Outcome {
  const [latitude, longitude] = [table.numbers('latitude'), table.numbers('longitude')];
  const texts = { sunriseMs: table.texts('sunrise_utc'), transitMs: table.texts('transit_utc'), sunsetMs: table.texts('sunset_utc') };
  const rows = table.texts('local_date').flatMap((date, i) => {
    const place = { latitude: latitude[i] ?? Number.NaN, longitude: longitude[i] ?? Number.NaN, altitude: 0 };
    return (['sunriseMs', 'transitMs', 'sunsetMs'] as const).map((name) => {
      const wantedMs = Date.parse(texts[name][i] ?? '');
      const foundMs = nearestSunTime(name, { date, place, wantedMs });
      return { key: `${date} at ${place.latitude} ${name.replace('Ms', '')}`, wanted: secondsOf(wantedMs), found: secondsOf(foundMs) };
    });
  });
  return compared(Object.fromEntries(rows.map(({ key, found }) => [key, found])), {
    expected: Object.fromEntries(rows.map(({ key, wanted }) => [key, wanted])),
  });
}

function secondsOf(instantMs: number): number | string {
  return Number.isNaN(instantMs) ? 'none' : instantMs / 1000;
}

/** The reference works on UTC days: an instant of another day is taken from that day and moved by 24 h. */
function nearestSunTime(
  name: keyof ReturnType<typeof sunTimes>,
  { date, place, wantedMs }: { date: string; place: Parameters<typeof sunTimes>[1]; wantedMs: number },
): number {
  const noonMs = Date.parse(`${date}T12:00:00Z`);
  const localNoonMs = noonMs - place.longitude * 240_000;
  const found = sunTimes(localNoonMs, place)[name];
  const dayShift = Math.round((noonMs - wantedMs) / DAY_MS) * DAY_MS;
  if (Number.isNaN(dayShift) || dayShift === 0) return found;
  const neighbour = sunTimes(localNoonMs + dayShift, place)[name] - dayShift;
  return Math.abs(neighbour - wantedMs) < Math.abs(found - wantedMs) ? neighbour : found;
}

function surfradSun(table: Table): SunPositions {
  const timesMs = Float64Array.from(table.texts('time_utc'), (time) => Date.parse(time));
  return sunPositions({ timesMs, location: { latitude: 37.7, longitude: -105.92, altitude: 2317 } });
}

/** Insolation on the ground and on the modules, and energy of 1 kW. */
function measuredDay(table: Table): [number, number, number] {
  const timesMs = Float64Array.from(table.texts('time_utc'), (time) => Date.parse(time));
  const { total } = planeIrradiance({
    sun: surfradSun(table),
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
  const hours = (column: Float64Array): number => sumOf(column.map((value) => Math.max(0, value))) / 60;
  return [hours(table.numbers('ghi')) / 1000, hours(total) / 1000, hours(pvwattsAcPower(dc, 0.9 * 0.96)) * 1000];
}
