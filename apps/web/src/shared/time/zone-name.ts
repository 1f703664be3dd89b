import { dateFormat } from '@solvane/i18n/period-text';

/** Languages know the short names of the zones around them only: these are asked in turn. */
const ASKED = ['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-IN'];

/** Short name of a zone at an instant, as CEST or PST; its distance from UTC where it has none. The zone of the browser unless told otherwise. */
export function zoneName(instantMs: number, locale: string, timeZone?: string): string {
  const names = [locale, ...ASKED].map((asked) => nameIn(asked, instantMs, timeZone));
  return names.find((name) => !/^(GMT|UTC)[+\u2212-]/.test(name)) ?? names[0] ?? '';
}

function nameIn(locale: string, instantMs: number, timeZone: string | undefined): string {
  const format = dateFormat(locale, { timeZoneName: 'short', ...(timeZone !== undefined && { timeZone }) });
  return format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
