import { systemEndpoints } from '@solvane/contract/system';

/** What a proxy answers while nothing is behind it, and the server itself while it starts. */
const AWAY = [502, 503, 504];
/** Parts without which no screen can be read; a full disk, for example, still lets people read. */
const NEEDED = ['database', 'signals', 'sign-in'];

/** Whether screens can be loaded again. Asks the one address that needs no session. */
export async function isServerBack(): Promise<boolean> {
  const response = await fetch(systemEndpoints.health.path, { cache: 'no-store' }).catch(() => undefined);
  if (response === undefined) return false;
  if (!AWAY.includes(response.status)) return true;
  const health = systemEndpoints.health.response?.safeParse(await response.json().catch(() => undefined));
  return health?.success === true && health.data.status !== 'starting' && !health.data.missing.some((part) => NEEDED.includes(part));
}
