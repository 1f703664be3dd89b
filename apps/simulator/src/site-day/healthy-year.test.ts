import type { SiteDayEvidence } from '@solvane/energy/site-day/learn/evidence';
import { learnSite } from '@solvane/energy/site-day/learn-site';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import { describe, expect, test } from 'vitest';
import type { SitePlan } from '../fleet/site-plan.ts';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, sum, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, type DemoResult, demoCoefficients, demoInputs } from './demo-day.ts';

const world = testWorld();

/** Of a period. [kWh] */
interface Sums {
  expected: number;
  /** Lost on days and devices that underperform. */
  underperformance: number;
}

function addDay(sums: Sums, site: SiteConfiguration, { outputs, derived }: DemoResult): void {
  const low = new Set(outputs.timelines.flatMap(({ deviceId, slices }) => (slices.some(isLow) ? [deviceId] : [])));
  for (const { id, segmentType } of site.devices) {
    if (segmentType !== 'Inverter' && segmentType !== 'WindTurbine') continue;
    sums.expected += sum(derived(id, 'ActiveEnergy||Expected'));
    if (low.has(id)) sums.underperformance += sum(derived(id, 'ActiveEnergy||LostDegraded'));
  }
}

const isLow = ({ code }: { code: string }) => code === 'SYS-UNDERPERF';

/** Each day knows what the days before it showed, as in the product. */
function year(plan: SitePlan, site: SiteConfiguration, on: readonly number[]): { sums: Sums; evidence: SiteDayEvidence[] } {
  const sums: Sums = { expected: 0, underperformance: 0 };
  const evidence: SiteDayEvidence[] = [];
  for (const day of on) {
    const memory = learnSite(site, FIRST_DAY + day, evidence.slice(-90));
    const result = computeDemoDay(world, plan, FIRST_DAY + day, { site, memory });
    evidence.push(result.outputs.evidence);
    addDay(sums, site, result);
  }
  return { sums, evidence };
}

describe('a year of a healthy plant', () => {
  test('of turbines loses less than 1 % to underperformance', { timeout: 300_000 }, () => {
    const plan = getPlan('s08');
    const { sums } = year(plan, demoConfiguration(plan), days(0, 364));
    expect(sums.underperformance / sums.expected).toBeLessThan(0.01);
  });

  test('of modules loses less than 1 % to underperformance', { timeout: 300_000 }, () => {
    const plan = getPlan('s01');
    const coefficients = demoCoefficients(
      world,
      plan,
      days(380, 395).map((day) => FIRST_DAY + day),
    );
    const { sums } = year(plan, demoConfiguration(plan, { coefficients }), days(0, 364));
    expect(sums.underperformance / sums.expected).toBeLessThan(0.01);
  });
});

test('an inverter that gives a quarter less is found on its first day and stays found', () => {
  const plan = getPlan('s01');
  const site = demoConfiguration(plan);
  const { evidence } = year(plan, site, days(60, 99));
  for (const day of [100, 101, 102]) {
    const inputs = demoInputs(world, plan, FIRST_DAY + day);
    const signals = new Map(inputs.signals);
    const own = inputs.signals.get('s01-inv-2') ?? [];
    const weak = own
      .filter(({ apCode }) => apCode !== 'ExportCounter' && apCode !== 'ActiveEnergy')
      .map((signal) => (signal.apCode === 'ActivePower' ? { ...signal, raw: signal.raw.map((kw) => (kw > 0 ? 0.75 * kw : kw)) } : signal));
    signals.set('s01-inv-2', weak);
    const memory = learnSite(site, FIRST_DAY + day, evidence);
    const { outputs } = computeDemoDay(world, plan, FIRST_DAY + day, { site, memory, inputs: { ...inputs, signals } });
    evidence.push(outputs.evidence);
    expect(outputs.detected.filter(isLow).map(({ deviceId }) => deviceId)).toEqual(['s01-inv-2']);
  }
});
