import { referenceTurbineEndpoints } from '@solvane/contract/models';
import { expect, test } from 'vitest';
import { JSON_TYPE, NOON_MS, openPlant } from '../signals/testing/plant.ts';

const HOUR_MS = 3_600_000;
const HOURS = 48;
const siteId = 'plant' as never;

test('turbines are as alike as their measured powers were while both produced', async () => {
  const { given, ingest, as } = await openPlant();
  for (const id of ['wt-1', 'wt-2', 'wt-3', 'wt-4']) await given.segment({ siteId: 'plant', id, name: id, segmentType: 'WindTurbine' });
  const t = Array.from({ length: HOURS * 6 }, (_, i) => NOON_MS - HOURS * HOUR_MS + i * 600_000);
  const wind = t.map((_, i) => 500 + 400 * Math.sin(i / 20));
  const series = [
    { segmentId: 'wt-1', signal: 'ActivePower', t, v: wind },
    { segmentId: 'wt-2', signal: 'ActivePower', t, v: wind.map((power) => 0.9 * power) },
    { segmentId: 'wt-3', signal: 'ActivePower', t, v: wind.map((power, i) => (i % 12 < 6 ? 1000 - power : power)) },
    { segmentId: 'wt-4', signal: 'ActivePower', t: t.slice(0, 60), v: wind.slice(0, 60) },
  ];
  await ingest(JSON_TYPE, JSON.stringify({ series }));
  const analyst = await as({ of: 'solvind', role: 'analyst' });
  const { days, turbines } = await analyst.call(referenceTurbineEndpoints.similarity, { body: { siteId } });
  const first = turbines.find(({ segmentId }) => segmentId === 'wt-1');
  expect(first?.dataShare).toBeCloseTo(HOURS / (days * 24), 6);
  const of = (id: string) => first?.others.find(({ segmentId }) => segmentId === id);
  expect(of('wt-2')).toMatchObject({ hours: HOURS, correlation: expect.closeTo(1, 6) });
  expect(of('wt-3')?.correlation).toBeLessThan(0.5);
  // Ten common hours say nothing.
  expect(of('wt-4')).toMatchObject({ hours: 10, correlation: null });

  const [stranger, viewer] = [await as({ of: 'other', role: 'analyst' }), await as({ of: 'solvind', role: 'viewer' })];
  expect((await stranger.refusal(referenceTurbineEndpoints.similarity, { body: { siteId } })).status).toBe(404);
  expect((await viewer.refusal(referenceTurbineEndpoints.similarity, { body: { siteId } })).status).toBe(403);
});
