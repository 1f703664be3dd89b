import { accountEndpoints, sessionEndpoints } from '@solvane/contract/session';
import { call } from '../../api/call.ts';
import { csrfToken } from '../../api/csrf-token.ts';
import { keepPendingLink } from '../../workspace/pending-link.ts';

const TRIED_AT = 'solvane.login-tried-at';
/** Coming back from the login page this soon without a session means that signing in does not work here: no circle. */
const CIRCLE_MS = 5_000;

export function loginAddress(returnUrl: string = currentAddress()): string {
  return `/account/login?${new URLSearchParams({ returnUrl })}`;
}

export function logoutAddress(): string {
  return `/account/logout?${new URLSearchParams({ returnUrl: '/' })}`;
}

/** Ends the session as a form of this session, since a link alone only asks; without the token it asks too. */
export async function signOut(): Promise<void> {
  const token = await csrfToken(async () => (await call(sessionEndpoints.antiforgery, { background: true })).token).catch(() => undefined);
  if (token === undefined) return window.location.assign(logoutAddress());
  const form = document.createElement('form');
  form.method = 'post';
  form.action = accountEndpoints.logout.path;
  for (const [name, value] of Object.entries({ token, returnUrl: '/' })) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** Once only (spec §4). @throws Error when the user was there a moment ago */
export function leaveForLogin(): void {
  const triedAt = Number(sessionStorage.getItem(TRIED_AT) ?? '0');
  sessionStorage.setItem(TRIED_AT, String(Date.now()));
  if (Date.now() - triedAt < CIRCLE_MS) throw new LoginCircleError();
  keepPendingLink(window.location.search, Date.now());
  window.location.assign(loginAddress());
}

export class LoginCircleError extends Error {
  override readonly name = 'LoginCircleError';
}

function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return `${pathname}${search}${hash}`;
}
