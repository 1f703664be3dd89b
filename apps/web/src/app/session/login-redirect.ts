import { keepPendingLink } from '../../workspace/pending-link.ts';

const TRIED_AT = 'solvane.login-tried-at';
/** Coming back from the login page this soon and still being nobody means that signing in does not work here: no circle. */
const CIRCLE_MS = 5_000;

export function loginAddress(returnUrl: string = currentAddress()): string {
  return `/account/login?${new URLSearchParams({ returnUrl })}`;
}

export function logoutAddress(): string {
  return `/account/logout?${new URLSearchParams({ returnUrl: '/' })}`;
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
