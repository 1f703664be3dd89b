import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { displayUnit } from '../../shared/units/display-unit.ts';

/** An energy in the unit that suits its size; null: unknown. */
export function useEnergyText(): (kwh: number | null) => string | null {
  const { formatNumber } = useIntl();
  return useCallback(
    (kwh) => {
      if (kwh === null) return null;
      const { unit, factor } = displayUnit('kWh', kwh);
      return `${formatNumber(kwh * factor, { maximumSignificantDigits: 4 })} ${unit}`;
    },
    [formatNumber],
  );
}
