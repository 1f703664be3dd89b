import { differences } from '@solvane/testing/differences';
import { referenceData } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import type { SiteDayEvidence } from '../learn/evidence.ts';
import { learnSite } from '../learn-site.ts';
import type { SiteDayOutputs } from '../outputs.ts';
import type { SiteConfiguration } from '../site.ts';
import { computeSmallDay, derivedColumn, type Readings, smallDevice, smallSite } from '../testing/small-site.ts';

const inverters = referenceData('pv_rdtools_reference');
const farm = referenceData('wind_kelmarsh_2018_hourly');
const sum = (values: Float64Array) => values.reduce((total, value) => (Number.isNaN(value) ? total : total + value), 0);
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

interface Days {
  first: number;
  count: number;
  stepMinutes: number;
  readings: Record<string, Readings>;
}

/** Days one after the other, each learning from those before. */
function computeDays(site: SiteConfiguration, { first, count, stepMinutes, readings }: Days): SiteDayOutputs[] {
  const evidence: SiteDayEvidence[] = [];
  return Array.from({ length: count }, (_, k) => {
    const day = first + k;
    const outputs = computeSmallDay(site, { readings, day, stepMinutes, memory: learnSite(site, day, evidence) });
    evidence.push(outputs.evidence);
    return outputs;
  });
}

function readingOf(timesMs: readonly number[], values: Float64Array): Readings {
  const byTime = new Map(timesMs.map((ms, i) => [ms, values[i] ?? Number.NaN]));
  return { ActivePower: (ms) => byTime.get(ms) ?? Number.NaN };
}

describe.skipIf(inverters.isAbsent)(`three inverters with known outages and nothing but their power${inverters.note}`, () => {
  function days(): SiteDayOutputs[] {
    const table = inverters.table('availability_3inverters_15min.csv');
    const timesMs = table.texts('timestamp_us_eastern').map((stamp) => Date.parse(`${stamp.slice(0, 22)}:${stamp.slice(22)}`));
    const powers = ['inv1_power', 'inv2_power', 'inv3_power'].map((column) => table.numbers(column).map((watts) => watts / 1000));
    const devices = powers.map((power, k) =>
      smallDevice(`i${k}`, 'Inverter', { capacityAc: power.reduce((most, kw) => (kw > most ? kw : most), 0) }),
    );
    const site = smallSite(devices, { zone: 'America/New_York', location: { latitude: 40, longitude: -80, altitude: 0 } });
    const readings = Object.fromEntries(powers.map((power, k) => [`i${k}`, readingOf(timesMs, power)]));
    return computeDays(site, { first: dayOf('2019-01-01'), count: 7, stepMinutes: 15, readings });
  }

  test('lose what is published on each day, found as stops', () => {
    const published = inverters.expected('availability_daily') as Record<string, [lost: number, actual: number, availability: number]>;
    for (const [k, outputs] of days().entries()) {
      const lost = ['i0', 'i1', 'i2'].reduce((total, id) => total + sum(derivedColumn(outputs, id, 'ActiveEnergy||LostDowntime')), 0);
      const wattHours = published[`2019-01-0${k + 1}`]?.[0] ?? Number.NaN;
      // The ends of a day, where the peers make next to nothing, are no stop.
      expect(differences(1000 * lost, wattHours, { relative: 0.005, absolute: 1 })).toEqual([]);
      expect(outputs.detected.map(({ code }) => code).filter((code) => code !== 'SYS-COMM' && code !== 'SYS-ZERO-SUN')).toEqual([]);
    }
  });
});

describe.skipIf(farm.isAbsent)(`half a year of six turbines with nothing but their hourly power${farm.note}`, () => {
  const RATED = 2050;
  const ids = [1, 2, 3, 4, 5, 6].map((k) => `KWF${k}`);

  function powers(): { timesMs: number[]; byTurbine: Float64Array[] } {
    const table = farm.table('power_kw_hourly_2018.csv.gz');
    return { timesMs: table.texts('hour_start_utc').map((stamp) => Date.parse(stamp)), byTurbine: ids.map((id) => table.numbers(id)) };
  }

  /** Hours a turbine stands while three quarters of the others make 5 % and a quarter 15 % of their rating, two in a row at least. */
  function standingHours(byTurbine: readonly Float64Array[], [from, to]: [number, number]): number {
    let hours = 0;
    for (const [k, own] of byTurbine.entries()) {
      let run = 0;
      for (let i = from; i <= to; i++) {
        const others = byTurbine.flatMap((each, j) => (j === k || Number.isNaN(each[i] ?? Number.NaN) ? [] : [(each[i] ?? 0) / RATED]));
        const sorted = others.sort((a, b) => a - b);
        const isWindy = sorted.length === 5 && (sorted[1] ?? 0) > 0.05 && (sorted[3] ?? 0) > 0.15;
        if (i < to && isWindy && (own[i] ?? Number.NaN) <= 0.005 * RATED) run++;
        else {
          hours += run > 1 ? run : 0;
          run = 0;
        }
      }
    }
    return hours;
  }

  test('find the hours they stood, with low confidence, and lose about what their neighbours made', { timeout: 60_000 }, () => {
    const { timesMs, byTurbine } = powers();
    const site = smallSite(
      ids.map((id) => smallDevice(id, 'WindTurbine', { capacityAc: RATED })),
      { zone: 'UTC' },
    );
    const readings = Object.fromEntries(byTurbine.map((power, k) => [ids[k] ?? '', readingOf(timesMs, power)]));
    const [first, count] = [dayOf('2018-01-03'), 170];
    const outputs = computeDays(site, { first, count, stepMinutes: 60, readings });
    const stops = outputs.flatMap(({ detected }) => detected.filter(({ code }) => code === 'SYS-ZERO-WIND'));
    expect(stops.every(({ isLowConfidence }) => isLowConfidence)).toBe(true);
    const hours = stops.reduce((total, { startMs, endMs }) => total + ((endMs ?? startMs) - startMs) / 3_600_000, 0);
    const [from, to] = [first, first + count].map((day) => timesMs.findIndex((ms) => ms >= day * 86_400_000)) as [number, number];
    const standing = standingHours(byTurbine, [from, to]);
    expect(standing).toBeGreaterThan(150);
    expect(Math.abs(hours / standing - 1)).toBeLessThan(0.05);

    const total = (signalId: string) =>
      outputs.reduce((all, each) => all + ids.reduce((ofDay, id) => ofDay + sum(derivedColumn(each, id, signalId)), 0), 0);
    const ofRunning = total('ActiveEnergy||LostDowntime') / (hours * RATED);
    // More than a calm, less than full load.
    expect(ofRunning).toBeGreaterThan(0.3);
    expect(ofRunning).toBeLessThan(0.8);
    const days = outputs.flatMap((each) => ids.map((id) => derivedColumn(each, id, 'TimeAvailability||Technical')[0] ?? Number.NaN));
    const known = days.filter((percent) => !Number.isNaN(percent));
    expect(known.length).toBeGreaterThan(0.95 * days.length);
    const availability = known.reduce((all, percent) => all + percent, 0) / known.length;
    expect(availability).toBeGreaterThan(98);
    expect(availability).toBeLessThan(99.9);
  });
});
