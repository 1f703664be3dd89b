import { contractEndpoints } from '@solvane/contract/contracts';
import type { DemoMessage, DemoOrder } from '@solvane/contract/demo-worker';
import { deviceTreeEndpoints } from '@solvane/contract/fleet';
import type { FleetDescription } from '@solvane/contract/fleet-description';
import { fleetDescriptionSchema } from '@solvane/contract/fleet-description';
import { siteIdSchema } from '@solvane/contract/ids';
import { budgetEndpoints } from '@solvane/contract/models';
import { demoEndpoints } from '@solvane/contract/system';
import { isNull } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ingestionKeySites, ingestionKeys } from '../../db/schema/arrivals.ts';
import { contractConfigurations } from '../../db/schema/contracts.ts';
import { eventCodeSets, eventCodes } from '../../db/schema/event-codes.ts';
import { type TestApp, type TestAppOptions, testApp } from '../../testing/test-app.ts';
import { startDemo } from './demo.ts';
import { findDemoState, listDemoEventCodes } from './demo-state.ts';
import type { DemoThread, OpenDemoThread } from './demo-thread.ts';

/** The thread as the server sees it: what it is told, and what it says when the test lets it. */
interface Actor extends DemoThread {
  orders: DemoOrder[];
  say(message: unknown): void;
  end(error?: Error): void;
}

const FLEET: FleetDescription = fleetDescriptionSchema.parse({
  version: 1,
  enterprises: [{ id: 'north', name: 'North' }],
  sites: [
    {
      id: 'ridge',
      name: 'Ridge',
      enterpriseId: 'north',
      visibilityState: 'Published',
      timezone: 'UTC',
      segments: [{ id: 'INV-1', name: 'Inverter', type: 'Inverter', metadata: { capacityAc: 100 } }],
    },
  ],
});
const FAULTS = ['ridge', 'elsewhere'].map((siteId, index) => ({
  id: `T${index}`,
  siteId,
  deviceIds: [],
  startMs: 1,
  endMs: 2,
  kind: 'fault',
  description: 'Demo_Fault',
  signalIds: [],
  screen: 'event-log',
  eventCode: null,
}));
const CODES = [
  {
    manufacturer: 'Lumenar',
    energyType: 'PVPlant',
    models: ['LX'],
    codes: [{ code: '1', text: 'Stop', eventType: 'Downtime', category: 'Fault' }],
    undocumented: [],
  },
];
const BUDGET = {
  year: 2026,
  month: 3,
  energyKwh: 9_000,
  energyP75Kwh: 8_700,
  energyP90Kwh: 8_400,
  resource: 120,
  windSpeed: null,
  cellTemperature: 25,
  performanceRatio: 82,
  availability: 98,
  pricePerMwh: 45,
};
const DESCRIBED = {
  type: 'described',
  description: {
    fleet: FLEET,
    faults: FAULTS,
    eventCodes: CODES,
    budgets: [{ siteId: 'ridge', rows: [BUDGET] }],
    contracts: [{ enterpriseId: 'north', name: 'North Solar O&M', energyType: 'PV', siteIds: ['ridge'], guaranteedPercent: 98 }],
  },
} as unknown as DemoMessage;
const FEED_STATE = { version: 1, fedToMs: 1000 };
const HISTORY_FROM_MS = 100;

interface Stage extends TestApp {
  actors: Actor[];
  start(): { stop(): Promise<void> };
  current(): Actor;
}

async function openStage(options: TestAppOptions = {}): Promise<Stage> {
  const app = await testApp({ ...options, config: { demo: 'small', ...options.config } });
  const actors: Actor[] = [];
  const openThread: OpenDemoThread = (onMessage) => {
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    const orders: DemoOrder[] = [];
    const actor: Actor = {
      orders,
      order: (order) => {
        orders.push(order);
        if (order.type === 'stop') resolve(undefined);
      },
      ended: promise,
      say: onMessage,
      end: (error) => resolve(error),
    };
    actors.push(actor);
    return actor;
  };
  return {
    ...app,
    actors,
    start: () => {
      const demo = startDemo(app.deps, { baseUrl: 'http://127.0.0.1:1', openThread, firstRestartMs: 1 });
      onTestFinished(demo.stop);
      return demo;
    },
    current: () => {
      const actor = actors.at(-1);
      if (!actor) throw new Error('No thread was opened');
      return actor;
    },
  };
}

/** Conditions are met at once on a machine at rest. */
const WAIT = { timeout: 60_000 };

async function fed(actor: Actor): Promise<Extract<DemoOrder, { type: 'feed' }>> {
  return vi.waitFor(() => {
    const order = actor.orders.find(({ type }) => type === 'feed');
    if (order?.type !== 'feed') throw new Error('not fed yet');
    return order;
  }, WAIT);
}

test('what the thread describes is set up, and it is fed with a key for exactly its sites', async () => {
  const { start, current, as, db, deps } = await openStage();
  start();
  expect(current().orders).toEqual([{ type: 'describe', demo: 'small' }]);
  current().say(DESCRIBED);
  expect(await fed(current())).toMatchObject({ demo: 'small', baseUrl: 'http://127.0.0.1:1', state: {} });
  const user = await as({ of: 'north' });
  expect((await user.call(deviceTreeEndpoints.sites)).sites.map(({ siteId }) => siteId)).toEqual(['ridge']);
  expect((await user.call(demoEndpoints.faults)).items.map(({ id }) => id)).toEqual(['T0']);
  expect(await listDemoEventCodes(deps.db)).toEqual(CODES);
  expect((await db.select().from(ingestionKeySites)).map(({ siteId }) => siteId)).toEqual(['ridge']);
});

test('how far it is can be asked, and is kept for the next start', async () => {
  const { start, current, as, db, actors } = await openStage();
  const demo = start();
  const user = await as({ of: 'north' });
  expect(await user.call(demoEndpoints.progress)).toEqual({ demo: 'small', stage: 'recent', share: 0 });
  current().say(DESCRIBED);
  await fed(current());
  current().say({ type: 'state', state: FEED_STATE, historyFromMs: HISTORY_FROM_MS });
  current().say({ type: 'progress', progress: { stage: 'history', share: 0.25 } });
  await vi.waitFor(
    async () => expect(await user.call(demoEndpoints.progress)).toEqual({ demo: 'small', stage: 'history', share: 0.25 }),
    WAIT,
  );
  await demo.stop();

  start();
  current().say(DESCRIBED);
  expect((await fed(current())).state).toEqual(FEED_STATE);
  expect(actors).toHaveLength(2);
  expect(await findDemoState(db)).toEqual({ stage: 'history', share: 0.25, feed: FEED_STATE });
});

test('of what was put in, what the data are too young for is not told, and what is older than they are is told from where they begin', async () => {
  const { start, current, as } = await openStage();
  const demo = start();
  const user = await as({ of: 'north' });
  const fault = (id: string, startMs: number, endMs: number | null) => ({ ...FAULTS[0], id, startMs, endMs });
  const faults = [fault('over', 1, 100), fault('begun', 1, 200), fault('always', 1, null), fault('later', 300, 400)];
  current().say({
    ...DESCRIBED,
    description: { fleet: FLEET, faults, eventCodes: CODES, budgets: [], contracts: [] },
  } as unknown as DemoMessage);
  await fed(current());
  current().say({ type: 'state', state: FEED_STATE, historyFromMs: HISTORY_FROM_MS });
  const told = async () => (await user.call(demoEndpoints.faults)).items.map(({ id, startMs }) => [id, startMs]);
  const shown = [
    ['begun', 100],
    ['always', 100],
    ['later', 300],
  ];
  await vi.waitFor(async () => expect(await told()).toEqual(shown), WAIT);
  await demo.stop();
});

test('codes of its manufacturers are explained once; what a user removes of them stays removed', async () => {
  const { start, current, db } = await openStage();
  const demo = start();
  current().say(DESCRIBED);
  await fed(current());
  const [set] = await db.select().from(eventCodeSets);
  expect(set).toMatchObject({ enterpriseId: null, name: 'Lumenar', manufacturer: 'Lumenar', models: ['LX'], energyType: 'PVPlant' });
  expect(await db.select().from(eventCodes)).toEqual([
    { setId: set?.id, code: '1', category: 'Fault', eventType: 'Downtime', priority: null, description: 'Stop' },
  ]);
  await demo.stop();
  await db.delete(eventCodeSets);
  start();
  current().say(DESCRIBED);
  await fed(current());
  expect(await db.select().from(eventCodeSets)).toEqual([]);
});

test('its sites have a budget and a contract, once; what a user changes of them stays', async () => {
  const { start, current, as, db } = await openStage();
  const demo = start();
  current().say(DESCRIBED);
  await fed(current());
  const user = await as({ of: 'north' });
  expect((await user.call(budgetEndpoints.read, { body: { siteId: siteIdSchema.parse('ridge') } })).rows).toEqual([BUDGET]);
  const { items } = await user.call(contractEndpoints.list, {});
  expect(items).toMatchObject([{ name: 'North Solar O&M', state: 'active', sites: [{ siteId: 'ridge' }] }]);
  const { terms } = await user.call(contractEndpoints.get, { body: { contractConfigurationId: items[0]?.id ?? '' } });
  expect(terms.guarantees).toEqual([{ view: 'Technical', basis: 'time', percent: 98, steps: [] }]);
  await demo.stop();
  await db.delete(contractConfigurations);
  start();
  current().say(DESCRIBED);
  await fed(current());
  expect((await user.call(contractEndpoints.list, {})).items).toEqual([]);
});

test('each start has a new key, and the one before ends', async () => {
  const { start, current, db } = await openStage();
  const demo = start();
  current().say(DESCRIBED);
  const first = await fed(current());
  await demo.stop();
  start();
  current().say(DESCRIBED);
  const second = await fed(current());
  expect(second.ingestionKey).not.toBe(first.ingestionKey);
  expect(await db.select().from(ingestionKeys)).toHaveLength(2);
  expect(await db.select().from(ingestionKeys).where(isNull(ingestionKeys.revokedAtMs))).toHaveLength(1);
});

test.each<[string, (actor: Actor) => void]>([
  ['dies', (actor) => actor.end(new Error('out of memory'))],
  [
    'says that it failed',
    (actor) => {
      actor.say({ type: 'failed', message: 'no ingestion' });
    },
  ],
  [
    'describes a fleet that does not fit',
    (actor) => actor.say({ ...DESCRIBED, description: { fleet: { ...FLEET, enterprises: [] }, faults: [], eventCodes: [] } }),
  ],
  ['sends an unknown message', (actor) => actor.say({ type: 'hello' })],
])('a thread that %s is started again', async (_what, fail) => {
  const { start, current, actors } = await openStage();
  start();
  fail(current());
  await vi.waitFor(() => expect(actors).toHaveLength(2), WAIT);
  current().say(DESCRIBED);
  await fed(current());
});

test('who fails again and again waits longer each time, until something is fed', async () => {
  const { start, current, actors, deps } = await openStage();
  const waits: unknown[] = [];
  vi.spyOn(deps.log, 'warn').mockImplementation((details: unknown) => {
    waits.push((details as { againInMs: number }).againInMs);
  });
  start();
  for (let life = 1; life <= 4; life += 1) {
    if (life === 4) {
      current().say(DESCRIBED);
      current().say({ type: 'state', state: FEED_STATE, historyFromMs: HISTORY_FROM_MS });
      await vi.waitFor(async () => expect((await findDemoState(deps.db))?.feed).toEqual(FEED_STATE), WAIT);
    }
    current().end();
    await vi.waitFor(() => expect(actors).toHaveLength(life + 1), WAIT);
  }
  expect(waits).toEqual([1, 2, 4, 1]);
});

test('stopping waits until every message is stored, and nothing is started again', async () => {
  const { start, current, actors, deps } = await openStage();
  const demo = start();
  current().say(DESCRIBED);
  current().say({ type: 'state', state: FEED_STATE, historyFromMs: HISTORY_FROM_MS });
  await demo.stop();
  expect((await findDemoState(deps.db))?.feed).toEqual(FEED_STATE);
  expect(current().orders).toContainEqual({ type: 'stop' });
  expect(actors).toHaveLength(1);
});

test('without the demo nothing is played and nothing is told', async () => {
  const { start, actors, as } = await openStage({ config: { demo: 'off' } });
  await start().stop();
  expect(actors).toEqual([]);
  const user = await as({ of: 'north' });
  expect(await user.call(demoEndpoints.progress)).toEqual({ demo: 'off', stage: 'off', share: 0 });
  expect(await user.call(demoEndpoints.faults)).toEqual({ items: [] });
});
