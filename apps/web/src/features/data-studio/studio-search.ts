import { COLOURS_BY, PLOT_SHAPES, SITE_ATTRIBUTES } from '@solvane/contract/plot-looks';
import { pointFiltersSchema } from '@solvane/contract/point-filters';
import { COMPARISONS, RESOLUTIONS } from '@solvane/contract/signal-resolutions';
import { z } from 'zod';
import { STUDIO_KINDS } from './kinds/studio-kind.ts';
import { MOST_PINS, pinnedChartSchema } from './pins/pinned-charts.ts';

/** More could not be told apart. */
export const MOST_OVERLAYS = 6;

/** How devices are brought together; each one by itself needs no word. */
export const STUDIO_TREES = ['device', 'site', 'segmentType', 'attribute', 'total'] as const;
export type StudioTree = (typeof STUDIO_TREES)[number];

/** What a colleague must see when given the link. A value that cannot be read is left out. */
export const studioSearchSchema = z.object({
  resolution: z.enum(RESOLUTIONS).optional().catch(undefined),
  tree: z.enum(STUDIO_TREES).optional().catch(undefined),
  /** Of `tree: attribute`. */
  attribute: z.enum(SITE_ATTRIBUTES).optional().catch(undefined),
  compare: z.enum(COMPARISONS).optional().catch(undefined),
  /** How lines are drawn; absent: as lines. */
  shape: z.enum(PLOT_SHAPES).optional().catch(undefined),
  color: z.enum(COLOURS_BY).optional().catch(undefined),
  /** Units beside each other in one plot. */
  axes: z.literal('shared').optional().catch(undefined),
  view: z.literal('table').optional().catch(undefined),
  /** In the order in which they are applied. */
  filters: pointFiltersSchema.optional().catch(undefined),
  /** The saved view that this is. */
  saved: z.uuid().optional().catch(undefined),
  /** Zoom, in epoch milliseconds. */
  from: z.number().int().optional().catch(undefined),
  to: z.number().int().optional().catch(undefined),
  /** Cursors A and B. */
  a: z.number().int().optional().catch(undefined),
  b: z.number().int().optional().catch(undefined),
  /** Another picture than lines over time, with what was set for it. */
  kind: z.enum(STUDIO_KINDS).optional().catch(undefined),
  widget: z.record(z.string(), z.unknown()).optional().catch(undefined),
  /** How many earlier periods lie over the chosen one. */
  ranges: z.number().int().min(1).max(6).optional().catch(undefined),
  /** Starts of other ranges that lie over the chosen period, in epoch milliseconds. */
  overlays: z.array(z.number().int()).max(MOST_OVERLAYS).optional().catch(undefined),
  /** Charts that stay while the selection changes. */
  pins: z.array(pinnedChartSchema).max(MOST_PINS).optional().catch(undefined),
  /** Ends of value axes by the id of their plot, in their unit; null: as the values need. */
  y: z
    .record(z.string(), z.tuple([z.number().nullable(), z.number().nullable()]))
    .optional()
    .catch(undefined),
  peers: z.enum(['siblings', 'site', 'off']).optional().catch(undefined),
  /** What filters removed, in grey behind what they left. */
  removed: z.literal('shown').optional().catch(undefined),
  /** Events under the plots. */
  lanes: z.literal('off').optional().catch(undefined),
  /** Marks on points that are not good. */
  quality: z.literal('off').optional().catch(undefined),
  /** Chosen span: start and end. */
  span: z.tuple([z.number().int(), z.number().int()]).optional().catch(undefined),
});
export type StudioSearch = z.infer<typeof studioSearchSchema>;
