import { defaultQualityConfiguration } from '@solvane/energy/quality/default-configuration';
import { expect, test } from 'vitest';
import type { SiteSetup } from '../configuration/site-configuration.ts';
import { KnownConfigurations } from './known-configurations.ts';

/** Only how many devices there are plays a part. */
function setup(hash: string, devices: number): SiteSetup {
  const site = { id: hash, devices: Array.from({ length: devices }, () => ({})) } as unknown as SiteSetup['site'];
  return { site, quality: defaultQualityConfiguration(), hash };
}

test('a configuration is made ready once, whichever message brings it', () => {
  const known = new KnownConfigurations();
  const first = known.get(setup('a', 2));
  expect(known.get(setup('a', 2))).toBe(first);
  expect(known.get(setup('b', 2))).not.toBe(first);
});

test('where there is no more room, the configuration that was not asked for longest is forgotten', () => {
  const known = new KnownConfigurations(5);
  const [a, b] = [known.get(setup('a', 2)), known.get(setup('b', 2))];
  expect(known.get(setup('a', 2))).toBe(a);
  known.get(setup('c', 2));
  expect(known.get(setup('a', 2))).toBe(a);
  expect(known.get(setup('b', 2))).not.toBe(b);
});

test('a plant larger than the room is known until another one comes', () => {
  const known = new KnownConfigurations(5);
  const large = known.get(setup('large', 9));
  expect(known.get(setup('large', 9))).toBe(large);
  known.get(setup('a', 2));
  expect(known.get(setup('large', 9))).not.toBe(large);
});
