import type { Locale } from '@solvane/i18n/locales';
import type { Messages } from '@solvane/i18n/messages';
import { queryOptions } from '@tanstack/react-query';

/** Texts of the shell and of Home: needed before anything is drawn. */
export function firstMessagesQuery(locale: Locale) {
  return messagesQuery(locale, 'first', FIRST_MESSAGES);
}

/** All other texts. */
export function otherMessagesQuery(locale: Locale) {
  return messagesQuery(locale, 'other', OTHER_MESSAGES);
}

/** The whole catalogue, for what lies outside of the app. */
export async function loadMessages(locale: Locale): Promise<Record<string, string>> {
  const parts = await Promise.all([FIRST_MESSAGES[locale](), OTHER_MESSAGES[locale]()]);
  return Object.assign({}, ...parts.map((part) => part.default));
}

type LoadMessages = () => Promise<{ default: Partial<Messages> }>;

const FIRST_MESSAGES: Record<Locale, LoadMessages> = {
  'en-US': () => import('@solvane/i18n/catalogs/en-US.json?part=first'),
  'sv-SE': () => import('@solvane/i18n/catalogs/sv-SE.json?part=first'),
  'fr-CA': () => import('@solvane/i18n/catalogs/fr-CA.json?part=first'),
};

const OTHER_MESSAGES: Record<Locale, LoadMessages> = {
  'en-US': () => import('@solvane/i18n/catalogs/en-US.json?part=other'),
  'sv-SE': () => import('@solvane/i18n/catalogs/sv-SE.json?part=other'),
  'fr-CA': () => import('@solvane/i18n/catalogs/fr-CA.json?part=other'),
};

function messagesQuery(locale: Locale, part: 'first' | 'other', loads: Record<Locale, LoadMessages>) {
  return queryOptions({
    queryKey: ['messages', locale, part],
    queryFn: async () => (await loads[locale]()).default,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
