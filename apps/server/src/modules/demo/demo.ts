import { randomUUID } from 'node:crypto';
import type { DemoMessage } from '@solvane/contract/demo-worker';
import type { SiteId } from '@solvane/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { ingestionKeySites, ingestionKeys } from '../../db/schema/arrivals.ts';
import type { Deps } from '../../deps.ts';
import { announceDemoProgress } from '../../jobs/announce.ts';
import { hashSecret, newSecret } from '../access/secrets.ts';
import { importFleet } from '../fleet/import-fleet.ts';
import { type DemoState, findDemoState, saveDemoState } from './demo-state.ts';
import { type DemoThread, openDemoThread } from './demo-thread.ts';

const KEY_NAME = 'Demo fleet';
const FIRST_RESTART_MS = 2_000;
const LONGEST_RESTART_MS = 60_000;

export type DemoDeps = Pick<Deps, 'db' | 'bus' | 'now' | 'log' | 'config'>;

/**
 * Plays the demo fleet: describes it, sets it up as any fleet is set up, and feeds it through public ingestion from a thread of its own.
 *
 * @param baseUrl - where this server's ingestion is reached
 */
export function startDemo(deps: DemoDeps, baseUrl: string): { stop(): Promise<void> } {
  const { config, log } = deps;
  if (config.demo === 'off') return { stop: () => Promise.resolve() };
  let thread: DemoThread | undefined;
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let restartMs = FIRST_RESTART_MS;

  const play = (): void => {
    const player = new DemoPlayer({ ...deps, baseUrl });
    thread = openDemoThread({
      onMessage: (message) => {
        restartMs = FIRST_RESTART_MS;
        player.hear(message, (order) => thread?.order(order));
      },
      onEnd: (error) => {
        if (isStopping) return;
        log.warn({ err: error, againInMs: restartMs }, 'the demo fleet stopped');
        restart = setTimeout(play, restartMs);
        restartMs = Math.min(LONGEST_RESTART_MS, restartMs * 2);
      },
    });
    thread.order({ type: 'describe', demo: config.demo === 'small' ? 'small' : 'on' });
  };

  play();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(restart);
      await thread?.stop();
    },
  };
}

/** Answers what the thread says, one message after the other. */
class DemoPlayer {
  readonly #deps: DemoDeps & { baseUrl: string };
  #state: DemoState = { stage: 'recent', share: 0, feed: undefined, truths: [] };
  #work: Promise<void> = Promise.resolve();

  constructor(deps: DemoDeps & { baseUrl: string }) {
    this.#deps = deps;
  }

  hear(message: DemoMessage, order: DemoThread['order']): void {
    this.#work = this.#work
      .then(() => this.#answer(message, order))
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'the demo fleet cannot go on'));
  }

  async #answer(message: DemoMessage, order: DemoThread['order']): Promise<void> {
    const { db, log } = this.#deps;
    switch (message.type) {
      case 'described':
        return this.#setUp(message.description, order);
      case 'progress':
        this.#state = { ...this.#state, ...message.progress };
        await saveDemoState(db, this.#state, this.#deps.now());
        return announceDemoProgress(this.#deps, message.progress);
      case 'state':
        this.#state = { ...this.#state, feed: message.state };
        return saveDemoState(db, this.#state, this.#deps.now());
      case 'log':
        return log[message.level](message.details, message.message);
      case 'failed':
        return log.error({ reason: message.message }, 'the demo fleet failed');
      case 'stopped':
        return undefined;
    }
  }

  async #setUp({ fleet, truths }: Extract<DemoMessage, { type: 'described' }>['description'], order: DemoThread['order']): Promise<void> {
    const { db, now, baseUrl, config } = this.#deps;
    const kept = await findDemoState(db);
    this.#state = { stage: kept?.stage ?? 'recent', share: kept?.share ?? 0, feed: kept?.feed, truths };
    const { issues, changes } = await importFleet(this.#deps, fleet, { actor: { userId: null, name: KEY_NAME } });
    if (!changes) throw new Error(`The demo fleet does not fit: ${JSON.stringify(issues.slice(0, 5))}`);
    await saveDemoState(db, this.#state, now());
    const ingestionKey = await renewKey(
      db,
      fleet.sites.map(({ id }) => id as SiteId),
      now(),
    );
    const { feed } = this.#state;
    order({ type: 'feed', demo: config.demo === 'small' ? 'small' : 'on', baseUrl, ingestionKey, ...(feed ? { state: feed } : {}) });
  }
}

/** Secrets of keys are kept nowhere, so each start makes a new one and ends the one before. */
async function renewKey(db: Db, siteIds: readonly SiteId[], nowMs: number): Promise<string> {
  const secret = newSecret('ingestionKey');
  const id = randomUUID();
  await db.transaction(async (tx) => {
    await tx
      .update(ingestionKeys)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(ingestionKeys.name, KEY_NAME), isNull(ingestionKeys.createdBy), isNull(ingestionKeys.revokedAtMs)));
    await tx.insert(ingestionKeys).values({ id, name: KEY_NAME, secretHash: hashSecret(secret), createdAtMs: nowMs });
    await tx.insert(ingestionKeySites).values(siteIds.map((siteId) => ({ keyId: id, siteId })));
  });
  return secret;
}
