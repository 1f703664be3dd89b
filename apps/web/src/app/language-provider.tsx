import type { Locale } from '@solvane/i18n/locales';
import { loadMessages } from '@solvane/i18n/messages';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { IntlProvider } from 'react-intl';
import { accountSettingsQuery } from '../shared/access/session.queries.ts';
import { localeOf } from './session/open-session.ts';

export function messagesQuery(locale: Locale) {
  return queryOptions({
    queryKey: ['messages', locale],
    queryFn: () => loadMessages(locale),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Text, numbers and dates in the language of the account. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  // The old language stays until the new one is loaded.
  const locale = useDeferredValue(localeOf(useSuspenseQuery(accountSettingsQuery()).data));
  const messages = useSuspenseQuery(messagesQuery(locale)).data;
  // Screen readers and hyphenation read the language of the document.
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
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
