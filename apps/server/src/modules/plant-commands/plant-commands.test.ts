import { eventEndpoints } from '@solvane/contract/events';
import { plantCommandEndpoints, remoteResetEndpoints } from '@solvane/contract/plant-commands';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog } from '../../db/schema/access.ts';
import { notices } from '../../db/schema/jobs.ts';
import { features } from '../../db/schema/shell.ts';
import { DAY, eventWorld, HOUR, MINUTE } from '../events/testing/event-world.ts';
import { failExpired, nextCommands } from './plant-commands.ts';

async function stopped() {
  const world = await eventWorld();
  await world.app.db
    .insert(features)
    .values({ name: 'remoteReset', isOn: true } as never)
    .onConflictDoUpdate({ target: features.name, set: { isOn: true } as never });
  await world.raw('D1', '301', DAY.startMs + HOUR, DAY.startMs + 3 * HOUR);
  await world.compute();
  const [event] = await world.events();
  const plant = await world.app.asKey([world.siteId]);
  return { ...world, event, plant };
}

test('a reset is requested, fetched once by the plant, answered, and the user is notified', async () => {
  const { user, plant, event, app } = await stopped();
  const reset = await user.call(remoteResetEndpoints.request, { body: { eventId: event.eventId, reason: 'Restart locked' } });
  expect(reset).toMatchObject({ resetStatus: 'pending', segmentId: 'D1', code: '301', timeToResetMs: null });
  const { items } = await plant.call(plantCommandEndpoints.next);
  expect(items).toMatchObject([{ commandId: reset.remoteResetId, kind: 'reset', segmentId: 'D1', code: '301' }]);
  expect((await plant.call(plantCommandEndpoints.next)).items).toEqual([]);
  app.setNow(app.deps.now() + MINUTE);
  const answer = { commandId: reset.remoteResetId, isSuccess: false, message: 'Door open' };
  expect(await plant.call(plantCommandEndpoints.answer, { body: answer })).toEqual({ isAccepted: true });
  expect(await plant.call(plantCommandEndpoints.answer, { body: { ...answer, isSuccess: true } })).toEqual({ isAccepted: false });
  const list = await user.call(remoteResetEndpoints.list, { body: { eventId: event.eventId } });
  expect(list.items).toMatchObject([{ resetStatus: 'failed', message: 'Door open', reason: 'Restart locked', timeToResetMs: MINUTE }]);
  const [audited] = await app.db.select().from(auditLog).where(eq(auditLog.action, 'plantCommand.reset'));
  expect(audited?.details).toMatchObject({ eventId: event.eventId, reason: 'Restart locked' });
  const { event: shown } = await user.call(eventEndpoints.get, { query: { eventId: event.eventId } });
  expect(shown.resetState).toBe('failed');
  expect(await app.db.select().from(notices)).toMatchObject([
    {
      userId: user.userId,
      kind: 'error',
      messageKey: 'RemoteReset_Failed',
      messageValues: { device: 'Inverter D1', message: 'Door open' },
    },
  ]);
});

test('a reset without a reason is refused, and nothing is sent', async () => {
  const { user, plant, event } = await stopped();
  for (const body of [{ eventId: event.eventId }, { eventId: event.eventId, reason: '  ' }])
    expect(await user.refusal(remoteResetEndpoints.request, { body } as never)).toMatchObject({ status: 400, code: 'request.invalid' });
  expect((await plant.call(plantCommandEndpoints.next)).items).toEqual([]);
});

test('a device is reset once at a time, and a plant that does not answer has failed', async () => {
  const { user, event, app } = await stopped();
  const body = { eventId: event.eventId, reason: 'Restart locked' };
  await user.call(remoteResetEndpoints.request, { body });
  expect(await user.refusal(remoteResetEndpoints.request, { body })).toMatchObject({ status: 409, code: 'commands.resetFailed' });
  app.setNow(app.deps.now() + 3 * MINUTE);
  await failExpired(app.deps);
  expect((await user.call(remoteResetEndpoints.list, { body: {} })).items).toMatchObject([{ resetStatus: 'failed', message: null }]);
  expect(await app.db.select().from(notices)).toMatchObject([{ messageKey: 'RemoteReset_NoAnswer' }]);
  await user.call(remoteResetEndpoints.request, { body });
});

test('commands of other plants and events of others do not exist; who may not reset does not', async () => {
  const { user, event, app } = await stopped();
  const body = { eventId: event.eventId, reason: 'Restart locked' };
  const { remoteResetId } = await user.call(remoteResetEndpoints.request, { body });
  const elsewhere = await app.given.site({ enterpriseId: 'other' });
  const plant = await app.asKey([elsewhere.id]);
  expect((await plant.call(plantCommandEndpoints.next)).items).toEqual([]);
  const answer = { commandId: remoteResetId, isSuccess: true };
  expect(await plant.refusal(plantCommandEndpoints.answer, { body: answer })).toMatchObject({ status: 404 });
  const stranger = await app.as({ of: 'other' });
  expect(await stranger.refusal(remoteResetEndpoints.request, { body })).toMatchObject({ status: 404, code: 'events.notFound' });
  expect((await stranger.call(remoteResetEndpoints.list, { body: {} })).items).toEqual([]);
  const viewer = await app.as({ of: 'solvind', role: 'viewer' });
  expect(await viewer.refusal(remoteResetEndpoints.request, { body })).toMatchObject({ status: 403 });
});

test.each(['before', 'while'] as const)(
  'a plant that hangs up %s its commands are looked up has not received them: its next request does',
  async (when) => {
    const { user, plant, event, app, siteId } = await stopped();
    await user.call(remoteResetEndpoints.request, { body: { eventId: event.eventId, reason: 'Restart locked' } });
    const hangUp = new AbortController();
    if (when === 'before') hangUp.abort();
    const waiting = nextCommands(app.deps, { siteIds: new Set([siteId]) }, { waitMs: 0, signal: hangUp.signal });
    hangUp.abort();
    await waiting;
    expect((await plant.call(plantCommandEndpoints.next)).items).toMatchObject([{ segmentId: 'D1', code: '301' }]);
  },
);
