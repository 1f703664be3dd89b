import { readFileSync } from 'node:fs';
import { formulaTextKey } from '@solvane/energy/signals/formula-text';
import { parseSignalId } from '@solvane/energy/signals/signal-id';
import { expect, test } from 'vitest';
import { DEMO_SITES } from '../fleet/demo-sites.ts';
import { getPlan } from '../plant/demo-world.ts';
import { FIRST_DAY, testWorld } from '../testing/test-world.ts';
import { computeDemoDay } from './demo-day.ts';

test('every computed signal of every kind of site can say in words how it is computed', () => {
  const world = testWorld();
  const computed = DEMO_SITES.flatMap(({ id }) => computeDemoDay(world, getPlan(id), FIRST_DAY + 150).outputs.derived);
  const keys = new Set(
    computed.map(({ signalId }) => {
      const signal = parseSignalId(signalId);
      if (!signal) throw new Error(`${signalId} is no signal`);
      return formulaTextKey(signal);
    }),
  );
  expect(keys.size).toBeGreaterThan(50);
  for (const locale of ['en-US', 'sv-SE', 'fr-CA']) {
    const texts: Record<string, string> = JSON.parse(
      readFileSync(new URL(`../../../../packages/i18n/catalogs/${locale}.json`, import.meta.url), 'utf8'),
    );
    expect([...keys].filter((key) => !texts[key])).toEqual([]);
  }
});
