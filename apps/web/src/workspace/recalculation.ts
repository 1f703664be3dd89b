import type { SiteId } from '@solvane/contract/ids';
import { performanceEndpoints } from '@solvane/contract/performance';
import { call } from '../api/call.ts';
import { NetworkError } from '../api/network-error.ts';
import { closeNotice, showNotice } from './notices.ts';

const LOOK_AGAIN_MS = 2_000;
/** New data keep the running day and its neighbours waiting at any site: they are no longer what was saved. */
const ALWAYS_WAITING = 3;
const NOTICE = 'recalculation';

/** Sites that are followed, with the days each had to compute when it was saved. */
const followed = new Map<SiteId, number>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows, on every screen, how far the days of sites are recalculated after a configuration was saved. */
export function followRecalculation(changes: readonly { siteIds: readonly SiteId[] }[]): void {
  for (const { siteIds } of changes) for (const siteId of siteIds) followed.set(siteId, 0);
  if (followed.size > 0 && timer === undefined) void look();
}

async function look(): Promise<void> {
  timer = undefined;
  try {
    const { items } = await call(performanceEndpoints.progress, { background: true });
    const waiting = items.filter(({ siteId, waitingDays }) => followed.has(siteId) && waitingDays > ALWAYS_WAITING);
    for (const { siteId, waitingDays } of waiting) followed.set(siteId, Math.max(followed.get(siteId) ?? 0, waitingDays));
    const total = [...followed.values()].reduce((sum, days) => sum + days, 0);
    if (waiting.length === 0) return finish(total);
    const left = waiting.reduce((sum, { waitingDays }) => sum + waitingDays, 0);
    const values = { sites: waiting.length, done: total - left, total };
    showNotice({
      id: NOTICE,
      kind: 'loading',
      title: 'Recomputation_Running',
      message: 'Recomputation_Days',
      values,
      progress: total === 0 ? 0 : (total - left) / total,
    });
  } catch (error) {
    // Without a network the next look says how far it is; who is signed out, or may not ask, is told nothing more.
    if (!(error instanceof NetworkError)) return stop();
  }
  timer = setTimeout(() => void look(), LOOK_AGAIN_MS);
}

function stop(): void {
  followed.clear();
  closeNotice(NOTICE);
}

function finish(total: number): void {
  const sites = followed.size;
  stop();
  if (total > 0) showNotice({ kind: 'success', title: 'Recomputation_Done', values: { sites } });
}
