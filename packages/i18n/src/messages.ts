import type english from '../catalogs/en-US.json';
import type { Locale } from './locales.ts';

export type MessageKey = keyof typeof english;
export type Messages = Record<MessageKey, string>;
export type MessageValues = Record<string, string | number>;

/** The catalogue of one language, loaded when it is asked for. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const load = CATALOGUES[locale];
  return (await load()).default;
}

const CATALOGUES: Record<Locale, () => Promise<{ default: Messages }>> = {
  'en-US': () => import('../catalogs/en-US.json'),
  'sv-SE': () => import('../catalogs/sv-SE.json'),
  'fr-CA': () => import('../catalogs/fr-CA.json'),
};

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey;
    }
  }
}
