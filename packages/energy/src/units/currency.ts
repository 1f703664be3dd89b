/** Units of money in the catalogue name no currency: `cur`, `cur/MWh`. */
const MONEY = /^cur(?=$|\/)/;
/** The sign for a currency that is not known. */
const ANY_CURRENCY = '\u00a4';

/** @param unit - symbol of a unit of the catalogue */
export function isMoney(unit: string): boolean {
  return MONEY.test(unit);
}

/**
 * A unit of the catalogue as it holds at a site: `EUR/MWh` for `cur/MWh`. Other units stay as they are.
 *
 * @param unit - symbol of a unit of the catalogue
 * @param currency - ISO 4217; null: not known, `¤` takes its place
 */
export function unitInCurrency(unit: string, currency: string | null): string {
  return unit.replace(MONEY, currency ?? ANY_CURRENCY);
}
