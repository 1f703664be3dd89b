import type { PointFilter } from '@solvane/contract/point-filters';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { useSignalName } from '../signals/use-signal-name.ts';
import { useTypeName } from '../text/use-type-name.ts';

/** A filter in a few words, as its chip shows it. */
export function useFilterText(): (filter: PointFilter) => string {
  const { formatMessage, formatNumber, formatList } = useIntl();
  const signalName = useSignalName();
  const typeName = useTypeName();
  return useCallback(
    (filter) => {
      const bounds = (min: number | null, max: number | null, unit: string): string => {
        const withUnit = (value: number): string => `${formatNumber(value, { maximumFractionDigits: 6 })}${unit && `\u202f${unit}`}`;
        if (min !== null && max !== null) return `${formatNumber(min, { maximumFractionDigits: 6 })}–${withUnit(max)}`;
        return min === null ? `≤\u00a0${withUnit(max ?? 0)}` : `≥\u00a0${withUnit(min)}`;
      };
      switch (filter.kind) {
        case 'value': {
          const range = bounds(filter.min, filter.max, findSignalDefinition(filter.signalId)?.unit ?? '');
          const name = signalName(filter.signalId);
          return formatMessage(
            { id: filter.isOutside ? 'DataStudio_Filter_Text_outside' : 'DataStudio_Filter_Text_value' },
            { name, range },
          );
        }
        case 'events':
          return formatMessage(
            { id: `DataStudio_Filter_Text_${filter.mode}` },
            { types: formatList(filter.types.map(typeName), { type: 'unit' }) },
          );
        case 'quality':
          return formatList(
            filter.states.map((state) => formatMessage({ id: `QualityState_${state}` })),
            { type: 'disjunction' },
          );
        case 'timeOfDay':
          return `${clockText(filter.from)}–${clockText(filter.to)}`;
        case 'sunElevation':
          return formatMessage({ id: 'DataStudio_Filter_Text_sunElevation' }, { range: bounds(filter.min, filter.max, '°') });
        case 'windRange':
          return filter.min === undefined && filter.max === undefined
            ? formatMessage({ id: 'DataStudio_Filter_Text_cutInOut' })
            : formatMessage({ id: 'DataStudio_Filter_Text_windRange' }, { range: bounds(filter.min ?? null, filter.max ?? null, 'm/s') });
        case 'outliers':
          return filter.against === undefined
            ? formatMessage({ id: 'DataStudio_Filter_Text_outliers' }, { threshold: filter.threshold })
            : formatMessage(
                { id: 'DataStudio_Filter_Text_outliersAgainst' },
                { threshold: filter.threshold, name: signalName(filter.against) },
              );
      }
    },
    [formatMessage, formatNumber, formatList, signalName, typeName],
  );
}

/** Minutes of the day as a clock shows them. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** undefined: no time of day. */
export function parseClock(text: string): number | undefined {
  const found = /^(\d{1,2})[:.](\d{2})$/.exec(text.trim());
  const [hours, minutes] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)];
  const minute = hours * 60 + minutes;
  return minutes < 60 && minute <= 1440 ? minute : undefined;
}
