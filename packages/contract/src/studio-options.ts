import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RESOLUTIONS } from './signal-resolutions.ts';

/** Preferences of a user for Data Studio. A field that a newer version stored and this one does not know has its default. */
export const studioOptionsSchema = z.object({
  /** Where the address names none. */
  resolution: z.enum(RESOLUTIONS).default('auto').catch('auto'),
  /** Between values: a straight line, or steps that last as long as the interval. */
  interpolation: z.enum(['line', 'step']).default('line').catch('line'),
  /** Where values are missing: an open gap, or a line over it. */
  gaps: z.enum(['open', 'connected']).default('open').catch('open'),
  /** A colour per line, or grey lines. */
  palette: z.enum(['colours', 'grey']).default('colours').catch('colours'),
  /** Every value axis begins at zero; without it only those of power, energy and irradiance. */
  axisFromZero: z.boolean().default(false).catch(false),
  /** Of times on screen: of the site, UTC, or of the browser. */
  timeZone: z.enum(['site', 'utc', 'mine']).default('site').catch('site'),
});
export type StudioOptions = z.output<typeof studioOptionsSchema>;

export const studioOptionsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/studio-options',
    access: 'PageDataStudio',
    narrowed: 'unowned',
    summary: 'Preferences of the user for Data Studio.',
    response: studioOptionsSchema,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/studio-options',
    access: 'PageDataStudio',
    summary: 'Stores the preferences of the user for Data Studio.',
    body: z.object({
      resolution: z.enum(RESOLUTIONS),
      interpolation: z.enum(['line', 'step']),
      gaps: z.enum(['open', 'connected']),
      palette: z.enum(['colours', 'grey']),
      axisFromZero: z.boolean(),
      timeZone: z.enum(['site', 'utc', 'mine']),
    }),
    response: studioOptionsSchema,
  }),
};
