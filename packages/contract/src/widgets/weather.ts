import { z } from 'zod';
import { WEATHER_SOURCES } from '../site-weather.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** Facts that can be left out. */
export const WEATHER_FACTS = ['condition', 'irradiance', 'wind', 'temperature', 'rain', 'snow', 'direction', 'density'] as const;

const shape = {
  source: z.enum(WEATHER_SOURCES).default('station'),
  show: z
    .array(z.enum(WEATHER_FACTS))
    .min(1)
    .default([...WEATHER_FACTS]),
  chart: z.boolean().default(true),
};
export type WeatherSettings = z.output<z.ZodObject<typeof shape>>;

/** Weather at a site now and over the period. */
export const weatherSettings = widgetSettings({
  type: 'weather',
  shape,
  without: ['numbers', 'nulls'],
  form: [
    {
      name: 'source',
      label: 'Weather_Source',
      choices: Object.fromEntries(WEATHER_SOURCES.map((source) => [source, `Weather_Source_${source}`])),
    },
    {
      name: 'show',
      label: 'Weather_Show',
      isMultiple: true,
      choices: Object.fromEntries(WEATHER_FACTS.map((fact) => [fact, `Weather_Fact_${fact}`])),
    },
    { name: 'chart', label: 'Weather_Chart', isFlag: true },
  ],
});

/** Of the first site; null: there is none. */
export function weatherQueries({ source }: Pick<WeatherSettings, 'source'>, { sites, period }: WidgetPage) {
  const siteId = sites[0]?.siteId;
  const weather = siteId === undefined ? null : ({ kind: 'weather', body: { siteId, source, ...period } } as const satisfies WidgetQuery);
  return { weather };
}
