import type { CurveTurbine } from '@solvane/contract/models';
import type { MessageKey } from '@solvane/i18n/messages';
import { useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import type { CurveItem } from './curve-draft.ts';
import { useTurbineText } from './use-turbine-text.ts';

const UNITS: Record<string, string> = {
  airDensity: 'kg/m³',
  airDensityMin: 'kg/m³',
  airDensityMax: 'kg/m³',
  windDirectionMin: '°',
  windDirectionMax: '°',
  resolution: 'min',
};

/** Settings and points of a power curve where two states are compared. */
export function useCurveTexts(turbines: readonly CurveTurbine[], zone: string): ItemTexts<CurveItem> {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const turbineText = useTurbineText(turbines);
  const number = (value: string): string =>
    Number.isFinite(Number(value)) ? formatNumber(Number(value), { maximumFractionDigits: 4 }) : value;
  return {
    fields: ['value'],
    nameOf: ({ id }) => {
      if (!id.startsWith('point ')) return formatMessage({ id: `ModelData_Field_${id}` as MessageKey });
      return formatMessage({ id: 'ModelData_Point' }, { speed: number(id.slice('point '.length)) });
    },
    labelOf: () => formatMessage({ id: 'ModelData_Value' }),
    textOf: ({ id, value }) => {
      if (value === '') return null;
      if (id.startsWith('point ')) return `${number(value)}\u2009kW`;
      if (id === 'type') return formatMessage({ id: `PowerCurve_Type_${value}` as MessageKey });
      if (id === 'turbines') return turbineText(value.split('\n'));
      if (id === 'effectiveStart' || id === 'effectiveEnd')
        return formatDate(Number(value), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
      const unit = UNITS[id];
      return unit === undefined ? value.replace('/', ' – ') : `${number(value)}\u2009${unit}`;
    },
  };
}
