import { numberText } from '@solvane/charts/options/number-text';
import type { NumberFormat } from '@solvane/contract/widgets/widget-settings';
import { measuredNumberText } from '@solvane/i18n/number-text';
import type { DisplayUnit } from '../units/display-unit.ts';

/** Units of one quantity, from that of stored values: factors to it. */
const FAMILIES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  kW: { kW: 1, MW: 1e-3, GW: 1e-6 },
  kWh: { kWh: 1, MWh: 1e-3, GWh: 1e-6 },
};

/** The unit that the settings ask for; undefined: they leave it open, or it belongs to another quantity. */
export function chosenUnit(unit: string, format: NumberFormat): DisplayUnit | undefined {
  const factor = FAMILIES[unit]?.[format.unit];
  return factor === undefined ? undefined : { unit: format.unit, factor };
}

/** A number as the settings ask for it; null: they leave everything open. */
export function formattedNumber(
  { value, unit }: { value: number; unit: string },
  format: NumberFormat,
  locale: string,
): { shown: string; shownUnit: string } | null {
  const chosen = chosenUnit(unit, format);
  if (!chosen && format.decimals === 'auto') return null;
  const scaled = value * (chosen?.factor ?? 1);
  const shown = format.decimals === 'auto' ? measuredNumberText(scaled, locale) : numberText(scaled, format.decimals, locale);
  return { shown, shownUnit: chosen?.unit ?? unit };
}
