import { createIntl } from 'react-intl/server';
import english from '../catalogs/en-US.json' with { type: 'json' };
import canadianFrench from '../catalogs/fr-CA.json' with { type: 'json' };
import swedish from '../catalogs/sv-SE.json' with { type: 'json' };
import type { Locale } from './locales.ts';
import type { MessageKey, Messages, MessageValues } from './messages.ts';

export type Text = (key: MessageKey, values?: MessageValues) => string;

/** Text of one language outside the browser: pages, mails, exports. A key or a placeholder that is missing throws. */
export function textIn(locale: Locale): Text {
  const intl = createIntl({ locale, messages: CATALOGUES[locale], onError: fail });
  return (key, values) => String(intl.formatMessage({ id: key }, values));
}

/** As `textIn`, for answers to failures: a placeholder without a value stays as it is, since the failure is what has to be reported. */
export function tolerantTextIn(locale: Locale): Text {
  const intl = createIntl({ locale, messages: CATALOGUES[locale], onError: () => undefined });
  return (key, values) => String(intl.formatMessage({ id: key }, values));
}

/** Whether a text is a key of the catalogues. */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(english, text);
}

const CATALOGUES: Record<Locale, Messages> = { 'en-US': english, 'sv-SE': swedish, 'fr-CA': canadianFrench };

function fail(error: Error): never {
  throw error;
}
