/** Regional formats the product speaks; anything else reads American English. */
export const LOCALES = ['en-US', 'sv-SE', 'fr-CA'] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en-US';

/** The browser's first language if it is one of the three (spec §1), else the default. */
export function chooseLocale(languages: readonly string[]): Locale {
  return LOCALES.find((locale) => locale.toLowerCase() === languages[0]?.toLowerCase()) ?? DEFAULT_LOCALE;
}

export function isLocale(text: string): text is Locale {
  return LOCALES.some((locale) => locale === text);
}
