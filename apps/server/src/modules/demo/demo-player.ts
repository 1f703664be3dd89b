import { randomUUID } from 'node:crypto';
import type { DemoMessage, DemoOrder } from '@solvane/contract/demo-worker';
import type { SiteId } from '@solvane/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { ingestionKeySites, ingestionKeys } from '../../db/schema/arrivals.ts';
import type { Deps } from '../../deps.ts';
import { announceDemoProgress } from '../../jobs/announce.ts';
import { hashSecret, newSecret } from '../access/credentials/secrets.ts';
import { importFleet } from '../fleet/import/import-fleet.ts';
import { fillBudgets, fillContracts } from './demo-configuration.ts';
import { fillEventCodes } from './demo-event-codes.ts';
import { type DemoState, findDemoState, listDemoEventCodes, NOTHING_FED, saveDemoDescription, saveDemoState } from './demo-state.ts';

export interface PlayerDeps extends Pick<Deps, 'db' | 'bus' | 'now' | 'log'> {
  demo: 'on' | 'small';
  /** Where this server's ingestion is reached. */
  baseUrl: string;
}

type Described = Extract<DemoMessage, { type: 'described' }>['description'];

const DEMO_NAME = 'Demo fleet';

/** Answers what one life of the thread says. One message is answered before the next is heard. @throws what the thread cannot go on after */
export function createDemoPlayer(deps: PlayerDeps, order: (order: DemoOrder) => void): (message: DemoMessage) => Promise<void> {
  const { db, log, now } = deps;
  let state: DemoState = NOTHING_FED;
  const reach = async (change: Partial<DemoState>): Promise<void> => {
    state = { ...state, ...change };
    await saveDemoState(db, state, now());
  };
  let historyFromMs: number | undefined;
  const keepHistoryStart = async (fromMs: number): Promise<void> => {
    if (fromMs !== historyFromMs) await saveDemoDescription(db, { historyFromMs: fromMs });
    historyFromMs = fromMs;
  };
  return async (message) => {
    switch (message.type) {
      case 'described': {
        await reach((await findDemoState(db)) ?? {});
        const ingestionKey = await setUp(deps, message.description);
        return order({ type: 'feed', demo: deps.demo, baseUrl: deps.baseUrl, ingestionKey, state: state.feed });
      }
      case 'progress':
        await reach(message.progress);
        return announceDemoProgress(deps, message.progress);
      case 'state':
        await reach({ feed: message.state });
        return keepHistoryStart(message.historyFromMs);
      case 'log':
        return log[message.level](message.details, message.message);
      case 'failed':
        throw new Error(message.message);
      case 'stopped':
        return undefined;
    }
  };
}

/** Sets the fleet up as any fleet is set up. @returns the key that its data are sent with */
async function setUp(deps: PlayerDeps, { fleet, faults, eventCodes, budgets, contracts }: Described): Promise<string> {
  const { db, now } = deps;
  const { issues, changes } = await importFleet(deps, fleet, { actor: { userId: null, name: DEMO_NAME } });
  if (!changes) throw new Error(`The demo fleet does not fit: ${JSON.stringify(issues.slice(0, 5))}`);
  const siteIds = fleet.sites.map(({ id }) => id as SiteId);
  // Once: what a user changes or removes of them stays so.
  const isFirst = (await listDemoEventCodes(db)).length === 0;
  if (isFirst) {
    await fillEventCodes(db, eventCodes, { siteIds, by: DEMO_NAME, nowMs: now() });
    await fillBudgets(db, budgets);
    await fillContracts(db, contracts, { by: DEMO_NAME, nowMs: now() });
  }
  await saveDemoDescription(db, { faults, eventCodes });
  return renewKey(db, siteIds, now());
}

/** Secrets of keys are kept nowhere, so each start makes a new one and ends the one before. */
async function renewKey(db: Db, siteIds: readonly SiteId[], nowMs: number): Promise<string> {
  const secret = newSecret('ingestionKey');
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx
      .update(ingestionKeys)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(ingestionKeys.name, DEMO_NAME), isNull(ingestionKeys.createdBy), isNull(ingestionKeys.revokedAtMs)));
    await tx.insert(ingestionKeys).values({ id, name: DEMO_NAME, secretHash: hashSecret(secret), createdAtMs: nowMs });
    await tx.insert(ingestionKeySites).values(siteIds.map((siteId) => ({ keyId: id, siteId })));
  });
  return secret;
}
