import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { periodText } from '@solvane/i18n/period-text';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useNoValueText } from '../text/use-no-value-text.ts';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import type { WidgetExport } from './widget-export.ts';
import type { WidgetText } from './widget-table.ts';

export function useWidgetText(): WidgetText {
  const intl = useIntl();
  const noValueText = useNoValueText();
  return useMemo(() => ({ intl, noValueText }), [intl, noValueText]);
}

interface ExportOfOptions {
  definition: AnyWidget;
  props: WidgetProps<unknown>;
  text: WidgetText;
  title: string;
}

/** What the exports of a widget are made of. */
export function exportOf({ definition, props, text, title }: ExportOfOptions): WidgetExport {
  const { period, zone, nowMs } = props.page;
  const { locale, formatMessage } = text.intl;
  const day = (instantMs: number) => toIsoDate(localDayOf(instantMs, zone));
  return {
    title,
    subtitle: `${periodText(period, { locale, timeZone: zone, nowMs })}, ${zone}`,
    dates: `${day(period.startMs)} ${day(period.endMs - 1)}`,
    zone,
    reason: formatMessage({ id: 'Widget_Reason' }),
    table: () => definition.table(props, text),
    charts: () => definition.charts?.(props, text) ?? [],
    timeChart: () =>
      definition.timePlots && {
        plots: definition.timePlots(props, text),
        view: period,
        nowMs,
        clock: { offsetMs: (instantMs) => offsetMsAt(instantMs, zone) },
        locale,
        text: {
          last: formatMessage({ id: 'Chart_Figure_Last' }),
          min: formatMessage({ id: 'Chart_Figure_Min' }),
          max: formatMessage({ id: 'Chart_Figure_Max' }),
          mean: formatMessage({ id: 'Chart_Figure_Mean' }),
          dataShare: formatMessage({ id: 'Chart_Figure_DataShare' }),
          noValue: formatMessage({ id: 'Chart_NoValue' }),
        },
      },
  };
}
