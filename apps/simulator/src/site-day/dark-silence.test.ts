import { learnSite } from '@solvane/energy/site-day/learn-site';
import { EMPTY_MEMORY, type SiteMemory } from '@solvane/energy/site-day/memory';
import { expect, test } from 'vitest';
import { getPlan } from '../plant/demo-world.ts';
import { days, FIRST_DAY, testWorld } from '../testing/test-world.ts';
import { demoConfiguration } from './demo-configuration.ts';
import { computeDemoDay, demoInputs } from './demo-day.ts';

test('loggers under a sun that stays below 5° are in standby all day, and in doubt after a week', () => {
  const world = testWorld();
  const plan = getPlan('s03');
  // As far north as Narvik: in the first weeks of January the sun stays below the horizon or just above it.
  const site = { ...demoConfiguration(plan), location: { latitude: 68.4, longitude: 17.4, altitude: 20 } };
  const evidence = [];
  const found: number[] = [];
  for (const day of days(2, 12)) {
    const inputs = demoInputs(world, plan, FIRST_DAY + day);
    const silent = new Map(
      [...inputs.signals].map(([id, list]) => [id, list.map(({ apCode, raw }) => ({ apCode, raw: raw.map(() => Number.NaN) }))]),
    );
    const memory: SiteMemory = evidence.length === 0 ? EMPTY_MEMORY : learnSite(site, FIRST_DAY + day, evidence);
    const { outputs } = computeDemoDay(world, plan, FIRST_DAY + day, { site, memory, inputs: { ...inputs, signals: silent } });
    evidence.push(outputs.evidence);
    expect(outputs.detected.filter(({ code }) => code === 'SYS-COMM')).toEqual([]);
    found.push(Math.max(0, ...outputs.darkSilences.map((each) => each.days)));
  }
  expect(found).toEqual([0, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11]);
});
