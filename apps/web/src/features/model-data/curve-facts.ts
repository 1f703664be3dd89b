import type { CurveTurbine, ListedPowerCurve } from '@solvane/contract/models';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { dayText, timeText } from './curve-draft.ts';
import { useTurbineText } from './use-turbine-text.ts';

interface CurveFacts {
  /** Manufacturer and model of its turbines; empty: not stated. */
  models: string;
  turbineText: string;
  /** Where it holds. */
  period: string;
  ranges: string;
}

/** A curve in words: its turbines, when and under what conditions it holds. */
export function useCurveFacts(turbines: readonly CurveTurbine[]): (curve: Omit<ListedPowerCurve, 'can'>) => CurveFacts {
  const { formatMessage, formatDate, formatNumber, formatList } = useIntl();
  const turbineText = useTurbineText(turbines);
  return useCallback(
    (curve) => {
      const known = new Map<string, CurveTurbine>(turbines.map((turbine) => [turbine.segmentId, turbine]));
      const own = curve.segmentIds.flatMap((segmentId) => known.get(segmentId) ?? []);
      const models = new Set(own.map(({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' ')).filter(Boolean));
      const timeZone = own[0]?.timezone ?? 'UTC';
      const day = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeZone });
      const { effectiveStartMs: start, effectiveEndMs: end, dayRange, timeRange } = curve;
      const { airDensityMin, airDensityMax, windDirectionMin, windDirectionMax } = curve;
      const period =
        start === null && end === null
          ? formatMessage({ id: 'ModelData_Period_Always' })
          : start === null
            ? formatMessage({ id: 'ModelData_Period_Until' }, { end: day(end ?? 0) })
            : end === null
              ? formatMessage({ id: 'ModelData_Period_From' }, { start: day(start) })
              : formatMessage({ id: 'ModelData_Period_Both' }, { start: day(start), end: day(end) });
      const ranges = [
        dayRange && `${dayText(dayRange.from)}\u2009–\u2009${dayText(dayRange.to)}`,
        timeRange && `${timeText(timeRange.fromMinute)}\u2009–\u2009${timeText(timeRange.toMinute)}`,
        (airDensityMin > 0 || airDensityMax < 2) && `${formatNumber(airDensityMin)}\u2009–\u2009${formatNumber(airDensityMax)}\u2009kg/m³`,
        (windDirectionMin > 0 || windDirectionMax < 360) &&
          `${formatNumber(windDirectionMin)}\u2009–\u2009${formatNumber(windDirectionMax)}\u2009°`,
      ].filter((text) => typeof text === 'string');
      return {
        models: formatList([...models], { type: 'unit', style: 'short' }),
        turbineText: turbineText(curve.segmentIds),
        period,
        ranges: ranges.length === 0 ? formatMessage({ id: 'ModelData_Ranges_None' }) : ranges.join(', '),
      };
    },
    [turbines, turbineText, formatMessage, formatDate, formatNumber, formatList],
  );
}
