import type { AccountSettings } from '@solvane/contract/session';
import { chooseLocale, isLocale, type Locale } from '@solvane/i18n/locales';
import type { QueryClient } from '@tanstack/react-query';
import { prefetchCsrfToken } from '../../api/call.ts';
import { setStreamOwner } from '../../api/event-stream.ts';
import { setSessionExpiry } from '../../api/session-state.ts';
import { openSignalCache } from '../../api/signal-cache.ts';
import { accountSettingsQuery, featuresQuery, permissionsQuery, profileQuery } from '../../shared/access/session.queries.ts';
import { toSessionUser } from '../../shared/access/session-user.ts';
import { openStoredStores } from '../../workspace/stored-store.ts';
import { rememberColorScheme } from '../theme/color-scheme.ts';
import { leaveForLogin } from './login-redirect.ts';

/** Everything that has to be known before the first screen: asked all at once. undefined: no user is signed in, the login page comes. */
export async function openSession(queryClient: QueryClient): Promise<{ locale: Locale } | undefined> {
  const rest = Promise.allSettled([
    queryClient.fetchQuery(accountSettingsQuery()),
    queryClient.fetchQuery(permissionsQuery()),
    queryClient.fetchQuery(featuresQuery()),
  ]);
  const profile = await queryClient.fetchQuery(profileQuery());
  if (!profile.isAuthenticated) {
    leaveForLogin();
    return undefined;
  }
  prefetchCsrfToken();
  const { id } = toSessionUser(profile);
  openStoredStores(id);
  setStreamOwner(id);
  void openSignalCache(id);
  if (profile.sessionExpiresAtUtc !== null) setSessionExpiry(Date.parse(profile.sessionExpiresAtUtc));
  // Anonymous callers never come this far: the profile has already answered 401.
  for (const answer of await rest) if (answer.status === 'rejected') throw answer.reason;
  const settings = await queryClient.ensureQueryData(accountSettingsQuery());
  rememberColorScheme(settings.uiTheme);
  return { locale: localeOf(settings) };
}

/** The chosen regional format, else the browser's language if it is one of the three, else American English (spec §1). */
export function localeOf({ regionalFormat }: Pick<AccountSettings, 'regionalFormat'>): Locale {
  return regionalFormat !== null && isLocale(regionalFormat) ? regionalFormat : chooseLocale(navigator.languages);
}
