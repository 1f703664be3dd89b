import type { RequestOf } from '@solvane/contract/endpoint';
import { type formulaEndpoints as Endpoints, formulaEndpoints, type StoredFormula } from '@solvane/contract/formulas';
import { enterpriseIdSchema, segmentIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { describe, expect, test } from 'vitest';
import { CSV_TYPE, NOON_MS, openPlant, type Plant } from '../testing/plant.ts';

const STEP_MS = 600_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2025, 5, 1, 22);
const DAY = { startMs: START_MS, endMs: START_MS + 24 * HOUR_MS };

type Body = RequestOf<typeof Endpoints.save>['body'];

async function openDay(startMs = START_MS, hours = 24): Promise<Plant> {
  const plant = await openPlant();
  const rows = Array.from({ length: hours * 6 }, (_, i) => `${startMs + i * STEP_MS},${i},${i % 6 === 5 ? '' : 10},${2}`);
  await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower,inv-1/ReactivePower,inv-2/ActivePower\n${rows.join('\n')}\n`, plant.key.headers);
  return plant;
}

async function given({ user }: Pick<Plant, 'user'>, body: Partial<Body> & { text: string }): Promise<StoredFormula> {
  const { items } = await user.call(formulaEndpoints.save, {
    body: { name: 'Mine', unit: null, timeAggregation: 'avg', treeAggregation: 'avg', sharedWith: null, ...body },
  });
  const saved = items.find(({ text }) => text === body.text);
  if (!saved) throw new Error('The formula was not saved');
  return saved;
}

function ask({ user }: Pick<Plant, 'user'>, signalId: string, more: object = {}) {
  const body = { segmentIds: ['inv-1'], signalIds: [signalId], ...DAY, resolution: 'raw', ...more };
  return user.call(signalEndpoints.values, { body: body as never });
}

describe('values of formulas', () => {
  test('are computed natively; a missing input makes a missing value, which is absent', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { name: 'Apparent', text: 'sqrt(ActivePower.Raw ^ 2 + ReactivePower.Raw ^ 2)', unit: 'MW' });
    const { series } = await ask(plant, signalId);
    expect(series).toMatchObject([{ key: 'inv-1', signalId, signalName: 'Apparent', unit: 'MW', aggregation: 'avg' }]);
    expect(series[0]?.values.slice(0, 2)).toEqual([0.01, Math.hypot(1, 10) / 1000]);
    expect(series[0]?.timesMs.length).toBe(120);
  });

  test('coarser resolutions are made of native values, or of aggregated inputs as ratios need them', async () => {
    const plant = await openDay();
    const text = 'ActivePower.Raw / ReactivePower.Raw * 1 kvar / 1 kW';
    const native = await given(plant, { name: 'Native', text });
    const ofInputs = await given(plant, { name: 'Inputs', text: `${text} + 0`, timeAggregation: 'inputs' });
    const hourOf = async (id: string) => (await ask(plant, id, { resolution: 'hour' })).series[0]?.values[1];
    // Six points 6 to 11, of which the last has no reactive power.
    expect(await hourOf(native.signalId)).toBeCloseTo(0.8, 12);
    expect(await hourOf(ofInputs.signalId)).toBeCloseTo(0.85, 12);
  });

  test('functions over devices take the devices of the site with the type', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { text: 'ActivePower.Raw - avgOver(ActivePower.Raw)' });
    const { series } = await ask(plant, signalId, { segmentIds: ['inv-1', 'inv-2'] });
    expect(series.map(({ values }) => values[10])).toEqual([4, -4]);
  });

  test.each([
    ['spring', Date.UTC(2025, 2, 29, 23), 23],
    ['autumn', Date.UTC(2025, 9, 25, 22), 25],
  ])('the day on which clocks change in %s has its own hours', async (_, startMs, hours) => {
    const plant = await openDay(startMs, hours);
    const { signalId } = await given(plant, { text: 'if(hour() == 2, ActivePower.Raw * 0 + 1 kW, 0)' });
    const { series } = await ask(plant, signalId, { startMs, endMs: startMs + hours * HOUR_MS });
    expect(series[0]?.values.filter((value) => value === 1).length).toBe((hours - 23) * 6);
    const day = await ask(plant, signalId, { startMs, endMs: startMs + hours * HOUR_MS, resolution: 'day' });
    expect(day.series[0]).toMatchObject({ timesMs: [startMs], completeness: [1] });
  });

  test('look back before the start of the period', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { text: 'lag(ActivePower.Raw, 1 h)' });
    const { series } = await ask(plant, signalId, { startMs: START_MS + HOUR_MS, endMs: START_MS + 2 * HOUR_MS });
    expect(series[0]?.values).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('are filtered as others, listed with the signals of a device, and have a newest value', async () => {
    const plant = await openDay();
    await plant.ingest(CSV_TYPE, `t,inv-1/ActivePower\n${NOON_MS - STEP_MS},7\n`, plant.key.headers);
    const { signalId } = await given(plant, { name: 'Double', text: 'ActivePower.Raw * 2' });
    const { filtering } = await ask(plant, signalId, { filters: [{ kind: 'timeOfDay', from: 0, to: 720 }] });
    expect(filtering).toMatchObject({ points: 144, used: 72 });
    const segmentIds = [segmentIdSchema.parse('inv-1')];
    const { items } = await plant.user.call(signalEndpoints.definitions, { body: { segmentIds } });
    expect(items.filter((one) => one.signalId === signalId)).toMatchObject([
      { name: 'Double', unit: 'kW', measurementTypeName: 'Formula' },
    ]);
    const latest = await plant.user.call(signalEndpoints.latest, { body: { segmentIds, signalIds: [signalId as never] } });
    expect(latest.items).toEqual([{ segmentId: 'inv-1', signalId, timeMs: NOON_MS - STEP_MS, value: 14 }]);
  });

  test('a device without the signals has no values', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { text: 'ReactivePower.Raw * 2' });
    expect((await ask(plant, signalId, { segmentIds: ['inv-2'] })).series).toEqual([]);
  });
});

describe('one value of a formula', () => {
  const explain = ({ user }: Pick<Plant, 'user'>, signalId: StoredFormula['signalId'], { segmentId = 'inv-1', step = 10 } = {}) =>
    user.call(signalEndpoints.explain, {
      body: { segmentId: segmentIdSchema.parse(segmentId), signalId, timeMs: START_MS + step * STEP_MS },
    });

  test('says the formula, what went in, and by whom it is defined', async () => {
    const plant = await openDay();
    const { signalId, formulaId } = await given(plant, { name: 'Against the mean', text: 'ActivePower.Raw - avgOver(ActivePower.Raw)' });
    expect(await explain(plant, signalId)).toMatchObject({
      value: 4,
      stage: 'formula',
      values: { signal: 'Against the mean', unit: 'kW', formula: 'ActivePower.Raw - avgOver(ActivePower.Raw)' },
      inputs: [
        { segmentId: 'inv-1', signalId: 'ActivePower||Raw', value: 10 },
        { segmentId: 'inv-2', signalId: 'ActivePower||Raw', value: 2 },
      ],
      reasons: [],
      missingInputs: [],
      changedIn: { kind: 'formula', id: formulaId, name: 'Against the mean' },
    });
  });

  test('names what is missing, and tells a result that does not exist from one that is ahead', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { text: 'ActivePower.Raw / ReactivePower.Raw * 1 kvar / 1 kW' });
    const missing = [{ segmentId: 'inv-1', signalId: 'ReactivePower||Raw' }];
    expect(await explain(plant, signalId, { step: 5 })).toMatchObject({ value: null, reasons: ['inputsMissing'], missingInputs: missing });
    expect(await explain(plant, signalId, { segmentId: 'inv-2' })).toMatchObject({
      ...{ value: null, reasons: ['inputsMissing'], inputs: [{ signalId: 'ActivePower||Raw', value: 2 }] },
      missingInputs: [{ segmentId: 'inv-2', signalId: 'ReactivePower||Raw' }],
    });
    const { signalId: divided } = await given(plant, { text: 'ActivePower.Raw / (ActivePower.Raw - 10 kW)' });
    expect(await explain(plant, divided)).toMatchObject({ value: null, reasons: ['noResult'], inputs: [{ value: 10 }] });
    const ahead = await explain(plant, signalId, { step: Math.ceil((NOON_MS - START_MS) / STEP_MS) + 6 });
    expect(ahead).toMatchObject({ value: null, reasons: ['notYet'] });
  });

  test('of another user is an unknown signal', async () => {
    const plant = await openDay();
    const { signalId } = await given(plant, { text: 'ActivePower.Raw' });
    const stranger = { user: await plant.as({ of: 'solvind' }) };
    const body = { segmentId: segmentIdSchema.parse('inv-1'), signalId, timeMs: START_MS };
    expect(await stranger.user.refusal(signalEndpoints.explain, { body })).toMatchObject({ code: 'request.invalid' });
  });
});

describe('formulas', () => {
  test('are seen by their owner and the enterprise they are shared with; of others they are unknown signals', async () => {
    const plant = await openDay();
    const { signalId, formulaId } = await given(plant, { text: 'ActivePower.Raw' });
    const colleague = { user: await plant.as({ of: 'solvind' }) };
    const body = { segmentIds: ['inv-1'], signalIds: [signalId], ...DAY };
    expect(await colleague.user.refusal(signalEndpoints.values, { body: body as never })).toMatchObject({ code: 'request.invalid' });
    await given(plant, { formulaId, seenRevision: 1, text: 'ActivePower.Raw', sharedWith: enterpriseIdSchema.parse('solvind') });
    expect((await ask(colleague, signalId)).series[0]?.values.length).toBe(144);
    expect(await colleague.user.refusal(formulaEndpoints.remove, { body: { formulaId } })).toMatchObject({ code: 'resource.notFound' });
  });

  test('a problem comes back with its place and both units, and nothing is saved', async () => {
    const { user } = await openPlant();
    const body = {
      name: 'x',
      text: 'ActivePower + AmbientTemperature',
      unit: null,
      timeAggregation: 'avg',
      treeAggregation: 'avg',
      sharedWith: null,
    };
    expect(await user.refusal(formulaEndpoints.save, { body: body as Body })).toMatchObject({
      code: 'request.invalid',
      issues: [{ path: ['text'], message: 'Formula_Problem_Unit', values: { at: 15, length: 18, found: '°C', expected: 'kW' } }],
    });
    expect((await user.call(formulaEndpoints.list, {})).items).toEqual([]);
  });

  test('a formula that was saved in another window since is a conflict', async () => {
    const plant = await openPlant();
    const { formulaId } = await given(plant, { text: 'ActivePower' });
    await given(plant, { formulaId, seenRevision: 1, text: 'ActivePower * 2' });
    const body = {
      formulaId,
      seenRevision: 1,
      name: 'x',
      text: 'ActivePower',
      unit: null,
      timeAggregation: 'avg',
      treeAggregation: 'avg',
      sharedWith: null,
    };
    expect(await plant.user.refusal(formulaEndpoints.save, { body: body as Body })).toMatchObject({ code: 'resource.conflict' });
  });

  test('a preview shows a formula that is not saved; devices of others and callers without the permission are refused', async () => {
    const plant = await openDay();
    const body = { segmentIds: [segmentIdSchema.parse('inv-1')], ...DAY, text: 'ActivePower.Raw + 1 kW', unit: null };
    expect((await plant.user.call(formulaEndpoints.preview, { body })).series[0]?.values.slice(0, 2)).toEqual([1, 2]);
    expect(await plant.user.refusal(formulaEndpoints.preview, { body: { ...body, text: 'ActivePower +' } })).toMatchObject({
      code: 'request.invalid',
    });
    const [stranger, without] = [await plant.as({ of: 'nordic' }), await plant.as({ of: 'solvind', permissions: [] })];
    expect(await stranger.refusal(formulaEndpoints.preview, { body })).toMatchObject({ code: 'resource.notFound' });
    expect(await without.refusal(formulaEndpoints.list, {})).toMatchObject({ code: 'access.forbidden' });
  });
});
