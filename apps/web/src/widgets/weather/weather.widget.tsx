import { weatherQueries, weatherSettings } from '@solvane/contract/widgets/weather';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetTable, WidgetText } from '../../shared/widgets/widget-table.ts';
import { shownQuantities, type WeatherProps } from './weather.ts';

export const weatherWidget = defineWidget({
  settings: weatherSettings,
  catalogue: { name: 'Widget_Type_weather', about: 'Widget_About_weather' },
  size: { least: [3, 3], initial: [4, 6], phone: 6 },
  frame: 'panel',
  selection: (settings, _page) => ({
    signals: settings.source === 'station' ? ['IrradiancePOA||Validated', 'AmbientTemperature||Validated', 'WindSpeed||Validated'] : [],
  }),
  title: () => 'Weather_Title',
  queries: weatherQueries,
  View: lazy(() => import('./weather-view.tsx')),
  Head: WeatherHead,
  table: weatherTable,
});

/** The word for the weather of now, where it comes from, and the site where there are several. */
function WeatherHead({ settings, page, data: { weather } }: WeatherProps) {
  const { formatMessage } = useIntl();
  if (!weather || weather.quantities.length === 0) return null;
  const parts = [
    ...(settings.show.includes('condition') ? [formatMessage({ id: `Weather_Condition_${weather.condition}` })] : []),
    formatMessage({ id: `Weather_Source_${settings.source}` }),
    ...(page.sites.length > 1 && page.sites[0] ? [page.sites[0].name] : []),
  ];
  return <span className={widgetClasses.quiet}>{parts.join(' · ')}</span>;
}

function weatherTable({ settings, data: { weather } }: WeatherProps, { intl }: WidgetText): WidgetTable {
  const { formatMessage } = intl;
  const shown = weather ? shownQuantities(settings, weather) : [];
  const source = formatMessage({ id: `Weather_Source_${settings.source}` });
  return {
    columns: [
      { id: 'time', header: formatMessage({ id: 'Gauge_Column_time' }), isTime: true },
      { id: 'condition', header: formatMessage({ id: 'Weather_Fact_condition' }) },
      ...shown.map(({ apCode, unit }) => ({ id: apCode, header: formatMessage({ id: `Signal_${apCode}` }), unit })),
      { id: 'source', header: formatMessage({ id: 'Weather_Source' }) },
    ],
    rows: (weather?.timesMs ?? []).map((timeMs, at) => {
      const condition = weather?.conditions[at] ?? 'Unknown';
      const values = Object.fromEntries(shown.map(({ apCode, values: of }) => [apCode, of[at] ?? null]));
      return {
        id: String(timeMs),
        values: { time: timeMs, condition: formatMessage({ id: `Weather_Condition_${condition}` }), ...values, source },
      };
    }),
  };
}
