import 'dayjs/locale/en.js';
import 'dayjs/locale/fr-ca.js';
import 'dayjs/locale/sv.js';

/** Locales of the calendar library, and the day its weeks begin with. */
export const CALENDARS: Record<string, { locale: string; firstDay: 0 | 1 }> = {
  'en-US': { locale: 'en', firstDay: 0 },
  'sv-SE': { locale: 'sv', firstDay: 1 },
  'fr-CA': { locale: 'fr-ca', firstDay: 0 },
};
