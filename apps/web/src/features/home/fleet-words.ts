import { numberText } from '@solvane/charts/options/number-text';

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
