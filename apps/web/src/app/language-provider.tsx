import type { Messages } from '@solvane/i18n/messages';
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react';
import { IntlProvider } from 'react-intl';
import { accountSettingsQuery } from '../shared/access/session.queries.ts';
import { firstMessagesQuery, otherMessagesQuery } from './messages.queries.ts';
import { localeOf } from './session/open-session.ts';

/** Text, numbers and dates in the language of the account. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  // The old language stays until the new one is loaded.
  const locale = useDeferredValue(localeOf(useSuspenseQuery(accountSettingsQuery()).data));
  const first = useSuspenseQuery(firstMessagesQuery(locale)).data;
  const messages = useMemo(() => growing(first, otherMessagesQuery(locale), queryClient), [first, locale, queryClient]);
  // Screen readers and hyphenation read the language of the document.
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  // A user who touches anything soon needs other messages than those of the first screen.
  useEffect(() => {
    const touched = new AbortController();
    const load = (): void => {
      touched.abort();
      void queryClient.prefetchQuery(otherMessagesQuery(locale));
    };
    for (const type of ['pointerdown', 'pointermove', 'keydown']) {
      addEventListener(type, load, { capture: true, passive: true, signal: touched.signal });
    }
    return () => touched.abort();
  }, [locale, queryClient]);
  return (
    <IntlProvider locale={locale} messages={messages} onError={fail}>
      {children}
    </IntlProvider>
  );
}

/** A missing text or placeholder is a mistake of ours and is never shown as if it were text (spec §8). */
export function fail(error: Error): never {
  throw error;
}

/**
 * Texts of which only the first are there: a part that asks for another is suspended until all are. They stay one object when the others come:
 * parts that need those wait for them, and nothing else has to be drawn again.
 */
function growing(
  first: Partial<Messages>,
  otherQuery: ReturnType<typeof otherMessagesQuery>,
  queryClient: QueryClient,
): Record<string, string> {
  let isWhole = false;
  return new Proxy<Record<string, string>>(
    { ...first },
    {
      getOwnPropertyDescriptor: (target, key) => {
        if (!isWhole && !Object.hasOwn(target, key)) {
          const other = queryClient.getQueryData(otherQuery.queryKey);
          // React takes up again what waits for a promise that is thrown.
          if (!other) throw queryClient.ensureQueryData(otherQuery);
          Object.assign(target, other);
          isWhole = true;
        }
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
    },
  );
}
