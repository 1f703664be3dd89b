import type { SignalRules, SourceEntry } from '@solvane/energy/quality/configuration';
import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { compileRules } from '@solvane/energy/quality/rules';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { SiteDayInputs } from '@solvane/energy/site-day/inputs';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import { EMPTY_MEMORY } from '@solvane/energy/site-day/memory';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { asResult, demoInputs } from './demo-day.ts';

const world = testWorld();
const plan = getPlan('s01');
const STATION = demoConfiguration(plan).devices.find(({ segmentType }) => segmentType === 'WeatherStation')?.id ?? '';
const TODAY = FIRST_DAY + 160;
const NOON = 72;

/** The site with one source behind what is measured of the ambient temperature, and a second thermometer. */
function siteWith(source: Pick<SourceEntry, 'method' | 'attributes'>): SiteConfiguration {
  const base = demoConfiguration(plan);
  const measured = { method: 'measured' as const, order: 1, state: 'Active' as const, quality: true, cascade: true, attributes: {} };
  const behind = { ...source, order: 2, state: 'Active' as const, quality: false, cascade: true } as SourceEntry;
  const ofTemperature = (rules: SignalRules): SignalRules =>
    rules.apCode === 'AmbientTemperature' ? { ...rules, external: [measured, behind], internal: [] } : rules;
  const station = base.devices.find(({ id }) => id === STATION);
  return {
    ...base,
    quality: compileRules({ signals: defaultQualityConfiguration().signals.map(ofTemperature) }),
    devices: [...base.devices, ...(station ? [{ ...station, id: 'second' }] : [])],
  };
}

/** The second thermometer shows 1 °C and a tenth too much. */
function inputsOn(day: number, isMissing = false): SiteDayInputs {
  const inputs = demoInputs(world, plan, day);
  const signals = new Map(inputs.signals);
  const ofStation = signals.get(STATION) ?? [];
  const temperature = ofStation.find(({ apCode }) => apCode === 'AmbientTemperature');
  if (!temperature) throw new RangeError('no thermometer');
  const gone = { ...temperature, raw: temperature.raw.map(() => Number.NaN) };
  signals.set(STATION, [...ofStation.filter((each) => each !== temperature), isMissing ? gone : temperature]);
  signals.set('second', [{ apCode: 'AmbientTemperature', raw: temperature.raw.map((value) => 1 + 1.1 * value) }]);
  return { ...inputs, signals };
}

function dayAfter(site: SiteConfiguration, days: number) {
  const before = Array.from({ length: days }, (_, i) => computeSiteDay(site, TODAY - days + i, inputsOn(TODAY - days + i), EMPTY_MEMORY));
  const memory = learnSite(
    site,
    TODAY,
    before.map(({ evidence }) => evidence),
  );
  const today = asResult(computeSiteDay(site, TODAY, inputsOn(TODAY, true), memory));
  return { before: before.map((outputs) => asResult(outputs)), filled: today.validated(STATION, 'AmbientTemperature'), today };
}

test('a lost day of temperature is the mean of the days before at the same time, further back than a day looks itself', () => {
  const site = siteWith({ method: 'persistenceWithWindow', attributes: { mode: 'sameTimeOfDay', windowDays: 6, minDays: 4 } });
  const { before, filled } = dayAfter(site, 6);
  // The window of the day holds the two days before, and there the thermometer was silent already.
  const earlier = before.slice(0, 4).map((day) => day.validated(STATION, 'AmbientTemperature').values[NOON] ?? Number.NaN);
  expect(filled.values[NOON]).toBeCloseTo(earlier.reduce((sum, value) => sum + value, 0) / 4, 9);
  expect(filled.methods[NOON]).toBe(QUALITY_METHODS.persistenceWithWindow.number);
  const { filled: tooFew } = dayAfter(site, 5);
  expect(tooFew.values[NOON]).toBeNaN();
});

test('a device is told from its reference by the line between the two over the last month', () => {
  const site = siteWith({ method: 'referenceDevice', attributes: { referenceDeviceIds: ['second'], relation: 'regression' } });
  const { filled, today } = dayAfter(site, 3);
  const second = today.validated('second', 'AmbientTemperature').values[NOON] ?? Number.NaN;
  expect(filled.values[NOON]).toBeCloseTo((second - 1) / 1.1, 6);
  expect(filled.methods[NOON]).toBe(QUALITY_METHODS.referenceDevice.number);
  expect(today.derived(STATION, 'AmbientTemperature||Reference')[NOON]).toBeCloseTo((second - 1) / 1.1, 6);
});
