import { readFileSync } from 'node:fs';
import type { SignalRules } from '@solvane/energy/quality/configuration';
import { defaultQualityConfiguration, PLAIN_RULES } from '@solvane/energy/quality/default-configuration';
import { compileRules } from '@solvane/energy/quality/rules';
import { CALC_TYPES } from '@solvane/energy/signals/calc-types';
import { listSignalDefinitions } from '@solvane/energy/signals/catalogue';
import { formulaTextKey } from '@solvane/energy/signals/formula-text';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import { computeSiteDay } from '@solvane/energy/site-day/compute-site-day';
import type { ReportedSignal, SiteDayInputs } from '@solvane/energy/site-day/inputs';
import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite, NOTHING_OLDER } from '@solvane/energy/site-day/learn-site';
import { type DeviceMemory, EMPTY_MEMORY, type SiteMemory } from '@solvane/energy/site-day/memory';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { civilDate } from '@solvane/energy/time/local-day';
import { expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { asResult, demoInputs } from './demo-day.ts';

const world = testWorld();
const DAY = FIRST_DAY + 150;

/** A day of a plant that measures everything there is to measure, under a configuration that states everything there is to state. */
function wellEquippedDay(siteId: string) {
  const plan = getPlan(siteId);
  const base = demoConfiguration(plan);
  const { year, month } = civilDate(DAY);
  const stated = { energy: 1e6, resource: 150, cellTemperature: 30, performanceRatio: 80, pricePerMwh: 50 };
  const twin = ({ id }: { id: string }) => `${id}-twin`;
  const stations = base.devices.filter(({ segmentType }) => segmentType === 'WeatherStation');
  const site: SiteConfiguration = {
    ...base,
    quality: compileRules({ signals: withReferences(stations.map(twin)) }),
    exportLimit: 5000,
    typicalCellTemperature: 35,
    budgets: [{ year, month, ...stated }],
    devices: [
      ...base.devices.map((device) => ({ ...device, rotorDiameter: 100 })),
      ...stations.map((station) => ({ ...station, id: twin(station), irradianceSensorId: undefined })),
    ],
  };
  const baseline = { first: DAY - 400, last: DAY - 36, slope: 0.92, pointCount: 9000 };
  const learned = { signals: new Map(), powerRatios: new Map(), cleanShare: 1, degradationRate: -0.5, baseline };
  const memory: SiteMemory = {
    ...EMPTY_MEMORY,
    devices: new Map(site.devices.map(({ id }) => [id, { ...learned, storage: { capacity: 3900, measuredOn: DAY - 3 } }])),
  };
  const inputs = demoInputs(world, plan, DAY);
  const signals = new Map([...inputs.signals].map(([id, reported]) => [id, wellMeasured(reported)]));
  for (const station of stations) signals.set(twin(station), signals.get(station.id) ?? []);
  return { plan, site, memory, inputs: { ...inputs, signals } };
}

/** Rules under which every signal that can have a reference device has one. */
function withReferences(referenceDeviceIds: readonly string[]): SignalRules[] {
  const known = defaultQualityConfiguration().signals;
  const codes = new Set(listSignalDefinitions().flatMap(({ apCode, calcType }) => (calcType === 'Reference' ? [apCode] : [])));
  const plain = [...codes]
    .filter((apCode) => !known.some((rules) => rules.apCode === apCode))
    .map((apCode) => ({ ...PLAIN_RULES, apCode }));
  return [...known, ...plain].map((rules) => ({
    ...rules,
    external: [
      ...rules.external.filter(({ method }) => method !== 'referenceDevice'),
      {
        ...{
          method: 'referenceDevice' as const,
          order: rules.external.length + 1,
          state: 'Active' as const,
          quality: false,
          cascade: true,
        },
        attributes: { referenceDeviceIds },
      },
    ],
  }));
}

function wellMeasured(reported: readonly ReportedSignal[]): ReportedSignal[] {
  const like = (apCode: string, of: string, factor: number): ReportedSignal[] =>
    reported.flatMap((signal) => (signal.apCode === of ? [{ apCode, raw: signal.raw.map((value) => value * factor) }] : []));
  return [
    ...reported.map((signal) =>
      signal.apCode === 'WindSpeed' || signal.apCode === 'NacelleWindSpeed'
        ? { ...signal, standardDeviation: signal.raw.map((speed) => 0.12 * speed) }
        : signal,
    ),
    ...like('ReactivePower', 'ActivePower', 0.2),
    ...like('IrradianceDHI', 'IrradianceGHI', 0.3),
    ...like('IrradianceDNI', 'IrradianceGHI', 0.9),
    ...like('SnowDepth', 'AmbientTemperature', 0),
  ];
}

function getReferences(siteId: string, deviceId: string): readonly string[] | undefined {
  return demoConfiguration(getPlan(siteId)).devices.find(({ id }) => id === deviceId)?.referenceTurbineIds;
}

function compute({ site, memory, inputs }: { site: SiteConfiguration; memory: SiteMemory; inputs: SiteDayInputs }) {
  return asResult(computeSiteDay(site, DAY, inputs, memory));
}

/** What the catalogue has room for and a day does not write, and why. */
const NOT_OF_A_DAY: Readonly<Record<string, string>> = {
  'CloudCover||Reference': 'no device measures clouds',
  'ActiveEnergy||ExpectedMethod': 'the method of the power is that of its energy',
  'InsolationGHI||Budget': 'budgets state light in the plane of the modules',
  'InsolationGHI||BudgetWeatherAdjusted': 'budgeted light for the light that came is the light that came',
  'InsolationPOA||BudgetWeatherAdjusted': 'budgeted light for the light that came is the light that came',
  'ReferenceYield||BudgetWeatherAdjusted': 'budgeted light for the light that came is the light that came',
  'PerformanceRatio||BudgetWeatherAdjusted': 'a budgeted ratio is the same in any light',
  'IcingFlag||Calculated': 'needs a winter to compare with: see the truths of icing',
  Custom1: 'views a contract adds',
  Custom2: 'views a contract adds',
  Custom3: 'views a contract adds',
};

test('every signal that follows from others is written by a plant that measures what it follows from', () => {
  const written = new Set(
    ['s01', 's02', 's06', 's07', 's09', 's11'].flatMap((siteId) =>
      compute(wellEquippedDay(siteId)).outputs.derived.map(({ signalId }) => signalId),
    ),
  );
  const follows = listSignalDefinitions().filter(({ calcType }) =>
    ['calculation', 'loss', 'contract', 'events', 'metadata'].includes(CALC_TYPES[calcType].writer),
  );
  const missing = follows.filter(
    ({ signalId, calcType }) => !written.has(signalId) && !(signalId in NOT_OF_A_DAY) && !(calcType in NOT_OF_A_DAY),
  );
  expect(missing.map(({ signalId }) => signalId)).toEqual([]);
});

test('each of them says in words how it is computed', () => {
  const keys = new Set(
    ['s01', 's06'].flatMap((siteId) =>
      compute(wellEquippedDay(siteId)).outputs.derived.flatMap(({ signalId }) => {
        const signal = parseSignalId(signalId);
        return signal ? [formulaTextKey(signal)] : [];
      }),
    ),
  );
  for (const locale of ['en-US', 'sv-SE', 'fr-CA']) {
    const texts = JSON.parse(readFileSync(new URL(`../../../../packages/i18n/catalogs/${locale}.json`, import.meta.url), 'utf8'));
    expect([...keys].filter((key) => !texts[key])).toEqual([]);
  }
});

test('a turbine is told from its reference turbines while it stands, a device with modules from its own past', () => {
  const { derived, validated } = compute(wellEquippedDay('s06'));
  const told = derived('s06-wt-1', 'ActivePower||Reference');
  const ofReferences = (getReferences('s06', 's06-wt-1') ?? []).map((id) => validated(id, 'ActivePower').values);
  expect(told.some((kw) => kw > 0)).toBe(true);
  for (const [i, kw] of told.entries())
    if (!Number.isNaN(kw)) expect(ofReferences.some((column) => Math.abs((column[i] ?? Number.NaN) - kw) < 1e-9)).toBe(true);

  const solar = compute(wellEquippedDay('s01'));
  const nominal = solar.derived('s01-inv-1', 'TemperatureAdjustedNominalPower||Calculated');
  const baseline = solar.derived('s01-inv-1', 'ActivePower||Baseline');
  const noon = nominal.indexOf(Math.max(...nominal.filter((kw) => !Number.isNaN(kw))));
  expect(baseline[noon]).toBeCloseTo(0.92 * (nominal[noon] ?? Number.NaN), 9);
  const together = solar.derived('s01', 'TemperatureAdjustedNominalPower||Calculated')[noon] ?? Number.NaN;
  expect(solar.derived('s01', 'ActivePower||Baseline')[noon]).toBeCloseTo(0.92 * together, 6);
  expect(solar.derived('s01', 'ActiveEnergy||Baseline')[noon]).toBeCloseTo((0.92 * together) / 6, 6);
});

test('a site has no baseline as long as one of its devices has none', () => {
  const day = wellEquippedDay('s01');
  const { baseline: _, ...young } = day.memory.devices.get('s01-inv-2') ?? { ...day.memory.devices.get('s01-inv-1') };
  const memory = { ...day.memory, devices: new Map(day.memory.devices).set('s01-inv-2', young as DeviceMemory) };
  const columns = compute({ ...day, memory }).outputs.derived.filter(({ signalId }) => signalId === 'ActivePower||Baseline');
  expect(columns.map(({ deviceId }) => deviceId)).toContain('s01-inv-1');
  expect(columns.map(({ deviceId }) => deviceId).filter((id) => id === 's01' || id === 's01-inv-2')).toEqual([]);
});

test('gusts, reactive power and moisture follow from what one device measures', () => {
  const day = wellEquippedDay('s06');
  const { derived, validated } = compute(day);
  const [gusts] = [...derived('s06-wt-1', 'TurbulenceIntensity||Calculated')].filter((percent) => !Number.isNaN(percent));
  expect(gusts).toBeCloseTo(12, 6);
  const [power, apparent] = [validated('s06-wt-1', 'ActivePower').values, derived('s06-wt-1', 'ApparentPower||Calculated')];
  const factor = derived('s06-wt-1', 'PowerFactor||Calculated');
  const at = power.findIndex((kw, i) => kw > 500 && !Number.isNaN(factor[i] ?? Number.NaN));
  expect(apparent[at]).toBeGreaterThan(power[at] ?? Number.NaN);
  expect(factor[at]).toBeCloseTo((power[at] ?? 0) / (apparent[at] ?? 0), 9);
});

test('how a plant ages is told once a month, from two years on, whatever age its expectation took for granted', () => {
  const site = demoConfiguration(getPlan('s01'));
  const today = FIRST_DAY + 31;
  const firstDay = today - 900;
  const indexOn = (day: number) => 0.9 * (1 - (0.008 * (day - firstDay)) / 365);
  const evidenceOf = (day: number): SiteDayEvidence => {
    const performance = { index: indexOn(day) / 0.97, insolation: 5, age: 0.97 };
    return { day, rain: 0, devices: new Map([['s01-inv-1', { satellite: new Map(), references: new Map(), performance }]]) };
  };
  const recent = Array.from({ length: 365 }, (_, i) => evidenceOf(today - 365 + i));
  const older = new Map([['s01-inv-1', Array.from({ length: 535 }, (_, i) => ({ day: firstDay + i, index: indexOn(firstDay + i) }))]]);
  const rateOn = (day: number, known = older) =>
    learnSite(site, day, recent, { ...NOTHING_OLDER, indices: known }).devices.get('s01-inv-1')?.degradationRate;
  expect(rateOn(today)).toBeCloseTo(-0.8, 1);
  expect(rateOn(today + 1)).toBeUndefined();
  expect(rateOn(today, new Map())).toBeUndefined();
});
