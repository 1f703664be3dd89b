import { numberText } from '@solvane/charts/options/number-text';
import { moneyText } from '@solvane/i18n/number-text';
import type { SiteNow } from './fleet-now.ts';

/** What the event log is asked for open events. */
export const OPEN_EVENTS = 'open:yes';

const THIN_SPACE = '\u2009';

/** Power of sites in megawatts: in a column all with two decimals, a dash where there is none. */
export function megawatts(powerKw: number | null, locale: string): string {
  return powerKw === null ? '—' : numberText(powerKw / 1000, 2, locale);
}

/** A power in a sentence: three digits, and its unit after a thin space. */
export function powerText(powerKw: number, locale: string): string {
  const megawatt = powerKw / 1000;
  const digits = Math.abs(megawatt) >= 100 ? 0 : Math.abs(megawatt) >= 10 ? 1 : 2;
  return `${numberText(megawatt, digits, locale)}${THIN_SPACE}MW`;
}

export function percent(share: number | null, locale: string): string {
  return share === null ? '—' : numberText(share * 100, 1, locale);
}

/** How far from what it stands against: always with its sign. */
export function difference(share: number | null, locale: string): string {
  return share === null ? '—' : `${share > 0 ? '+' : ''}${numberText(share * 100, 1, locale)}`;
}

/** Energy in a sentence, with its unit after a thin space. */
export function energyText(energyKwh: number, locale: string): string {
  const isLarge = Math.abs(energyKwh) >= 1e6;
  return `${numberText(energyKwh / (isLarge ? 1e6 : 1000), isLarge ? 2 : 1, locale)}${THIN_SPACE}${isLarge ? 'GWh' : 'MWh'}`;
}

/** Money of the site for each hour that passes, in whole units. */
export function costText({ perHour, currency }: { perHour: number; currency: string }, locale: string): string {
  return moneyText(perHour, { currency, locale });
}

/** Loses enough to be seen in the column of megawatts. */
export function losesPower({ losingKw }: Pick<SiteNow, 'losingKw'>): boolean {
  return losingKw !== null && losingKw >= 5;
}
