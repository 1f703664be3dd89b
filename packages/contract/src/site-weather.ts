import { WEATHER_CONDITIONS } from '@solvane/energy/weather/weather-condition';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';

/** Where weather comes from: stations of the site, an external service, or satellites. */
export const WEATHER_SOURCES = ['station', 'external', 'satellite'] as const;
export type WeatherSource = (typeof WEATHER_SOURCES)[number];

/** Quantities of the weather, in the order of lists. */
export const WEATHER_QUANTITIES = [
  'IrradiancePOA',
  'IrradianceGHI',
  'AmbientTemperature',
  'ModuleTemperature',
  'WindSpeed',
  'WindGust',
  'WindDirection',
  'Rainfall',
  'SnowDepth',
  'AirDensity',
] as const;
export type WeatherQuantity = (typeof WEATHER_QUANTITIES)[number];

const quantitySchema = z.object({
  apCode: z.enum(WEATHER_QUANTITIES),
  unit: z.string(),
  /** Sensors behind the values. */
  segmentIds: z.array(segmentIdSchema),
  /** Newest value of any of them; a mean where several have one of that instant. null: too old to be of now */
  latest: z.object({ value: z.number(), atMs: instantMsSchema }).nullable(),
  /** By the times of the response. */
  values: z.array(z.number().nullable()),
});

export const siteWeatherEndpoints = {
  read: endpoint({
    method: 'POST',
    path: '/api/sites/weather',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    summary:
      'Weather at one site now and over a period: the mean of its sensors, with a word for each interval. Sites on which the caller may read no dashboard, overview or Data Studio are out of scope.',
    body: z
      .object({
        siteId: siteIdSchema,
        source: z.enum(WEATHER_SOURCES).default('station'),
        startMs: instantMsSchema,
        endMs: instantMsSchema,
      })
      .refine(({ startMs, endMs }) => startMs < endMs, { path: ['endMs'], error: 'Common_Validation_PeriodEmpty' }),
    response: z.object({
      nowMs: instantMsSchema,
      /** Of the newest values. */
      condition: z.enum(WEATHER_CONDITIONS),
      /** Quantities that the site measures; empty: it has no station. */
      quantities: z.array(quantitySchema),
      /** Interval starts, ascending; of a provider also those that it foresees. */
      timesMs: z.array(instantMsSchema),
      conditions: z.array(z.enum(WEATHER_CONDITIONS)),
      timezone: z.string(),
    }),
    errors: ['resource.notFound', 'signals.unavailable', 'signals.tooManyDatapoints'],
  }),
};
