import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { weatherQueries } from '@solvane/contract/widgets/weather';
import type { Period } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { intervalOf } from '../../shared/series/series-plots.ts';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { widgetDataQuery } from '../../shared/widgets/widget-data.queries.ts';
import classes from './weather.module.css';
import { drawnQuantities, shownQuantities, splitAt, type WeatherProps, type WeatherRead } from './weather.ts';

/** Facts of now in one row, and the light or the wind of the period. */
export default function WeatherView({ settings, page, data }: WeatherProps) {
  const { formatMessage } = useIntl();
  const [first] = page.sites;
  const [chosenId, setChosen] = useState<string>();
  const chosen = page.sites.find(({ siteId }) => siteId === chosenId) ?? first;
  const isFirst = chosen?.siteId === first?.siteId;
  // The first site is read with the other widgets; another one when it is chosen.
  const other = useQuery(
    widgetDataQuery(isFirst || !chosen ? null : weatherQueries(settings, { ...page, sites: [chosen] }).weather, settings.refresh),
  );
  const weather = isFirst ? data.weather : other.data;
  return (
    <div className={classes.site}>
      {page.sites.length > 1 && chosen && (
        <div className={classes.chooser}>
          <RowSelect
            label={formatMessage({ id: 'Weather_Site' })}
            value={chosen.siteId as string}
            options={page.sites.map(({ siteId, name }) => ({ value: siteId as string, label: name }))}
            onChange={setChosen}
          />
        </div>
      )}
      {!isFirst && other.isPending ? (
        <div className={widgetClasses.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : (
        <SiteWeather settings={settings} weather={weather} page={page} />
      )}
    </div>
  );
}

function SiteWeather({ settings, page, weather }: Pick<WeatherProps, 'settings' | 'page'> & { weather: WeatherRead | undefined }) {
  const { formatMessage, locale } = useIntl();
  if (!weather || weather.quantities.length === 0)
    return (
      <p className={widgetClasses.none}>
        {formatMessage(
          { id: settings.source === 'station' ? 'Weather_NoStation' : 'Weather_NotConfigured' },
          { source: formatMessage({ id: `Weather_Source_${settings.source}` }) },
        )}
      </p>
    );
  const shown = shownQuantities(settings, weather);
  const drawn = settings.chart ? drawnQuantities(shown) : [];
  return (
    <div className={classes.weather}>
      <dl className={classes.facts}>
        {shown.map(({ apCode, unit, latest }) => (
          <div key={apCode}>
            <dt>{formatMessage({ id: `Weather_Short_${apCode}` })}</dt>
            <dd>
              {latest ? (
                <>
                  <Value apCode={apCode} text={decimalText(latest.value, { digits: digitsOf(unit), locale })} degrees={latest.value} />
                  <small>{`\u2009${unit}`}</small>
                </>
              ) : (
                <ReasonedValue reason={formatMessage({ id: 'Weather_Late' })} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {drawn.length > 0 && <WeatherChart weather={weather} drawn={drawn} period={page.period} />}
    </div>
  );
}

/** Directions have an arrow beside the number: where the wind blows to. */
function Value({ apCode, text, degrees }: { apCode: string; text: string; degrees: number }) {
  if (apCode !== 'WindDirection') return text;
  return (
    <>
      <span className={classes.arrow} style={{ rotate: `${degrees}deg` }} aria-hidden="true">
        ↓
      </span>{' '}
      {text}
    </>
  );
}

function WeatherChart({ weather, drawn, period }: { weather: WeatherRead; drawn: WeatherRead['quantities']; period: Period }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const view = useChartView(period);
  const clock = useZoneClock(weather.timezone);
  const plots = useMemo((): TimeSeriesPlot[] => {
    const timesMs = Float64Array.from(weather.timesMs);
    const [first] = drawn;
    const lines = drawn.flatMap(({ apCode, values }, at) => {
      const label = formatMessage({ id: `Signal_${apCode}` });
      const shared = {
        detail: '',
        shape: 'line' as const,
        colour: null,
        low: null,
        high: null,
        completeness: null,
        stepMs: intervalOf(timesMs),
      };
      const numbers = Float64Array.from(values, (value) => value ?? Number.NaN);
      const { past, ahead } = splitAt(weather.nowMs, timesMs, numbers);
      const foreseen = {
        id: `${apCode} ahead`,
        label: formatMessage({ id: 'Weather_Foreseen' }, { quantity: label }),
        stroke: 'forecast' as const,
      };
      return [
        { ...shared, id: apCode, label, stroke: at === 0 ? ('actual' as const) : ('comparison' as const), ...past },
        ...(ahead ? [{ ...shared, ...foreseen, ...ahead }] : []),
      ];
    });
    return [{ id: 'weather', title: lines[0]?.label ?? '', unit: first?.unit ?? '', factor: 1, fromZero: true, lines }];
  }, [weather, drawn, formatMessage]);
  const time = (atMs: number) => formatDate(atMs, { dateStyle: 'short', timeStyle: 'short', timeZone: weather.timezone });
  const text = useChartText({
    name: plots[0]?.title ?? '',
    summary: formatMessage(
      { id: 'Weather_Summary' },
      { quantity: plots[0]?.title ?? '', from: time(period.startMs), to: time(period.endMs) },
    ),
  });
  return (
    <div className={classes.chart}>
      <TimeSeriesChart
        plots={plots}
        domain={period}
        {...view}
        nowMs={weather.nowMs}
        clock={clock}
        locale={locale}
        wheelZooms={false}
        hasLegend={false}
        text={text}
      />
    </div>
  );
}

/** Light and directions are whole numbers, air density has three digits behind the point that matter. */
function digitsOf(unit: string): number {
  if (unit === 'kg/m³') return 3;
  return unit === 'W/m²' || unit === '°' ? 0 : 1;
}
