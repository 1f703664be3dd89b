import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

/** Screens whose views can be saved. */
export const VIEW_SCREENS = ['event-log', 'data-studio'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** Content of a view: what the screen needs, in its own words; versioned there. */
export const savedViewSchema = z.object({
  viewId: z.uuid(),
  name: z.string().min(1).max(LIMITS.nameLength),
  isMine: z.boolean(),
  owner: z.string(),
  /** Whose members see it. null: only its owner. */
  sharedWith: enterpriseIdSchema.nullable(),
  isDefault: z.boolean(),
  /** Counts its saves. */
  revision: z.number().int(),
  updatedAtMs: z.number(),
  content: z.record(z.string(), z.unknown()).refine((content) => JSON.stringify(content).length <= LIMITS.viewLength, 'SavedView_TooLarge'),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const savedViewsSchema = z.object({ items: z.array(savedViewSchema) });

/** Without an id the view is new. `seenRevision` is the revision that the user saw: another one is a conflict. Absent: replaces whatever is stored. */
export const saveViewSchema = savedViewSchema
  .pick({ name: true, sharedWith: true, content: true })
  .extend({ viewId: z.uuid().optional(), seenRevision: z.number().int().optional() });

/** Views of Data Studio. */
export const studioViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/studio-views/list',
    access: 'PageDataStudio',
    narrowed: 'unowned',
    summary: 'Views of Data Studio: of the caller and those shared with the caller.',
    response: savedViewsSchema,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/studio-views/save',
    access: 'PageDataStudio',
    summary: 'Saves a view of Data Studio, new without an id.',
    body: saveViewSchema,
    bodyBytes: LIMITS.sharedViewBytes,
    response: savedViewsSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/studio-views/remove',
    access: 'PageDataStudio',
    summary: 'Removes a view of the caller.',
    body: z.object({ viewId: z.uuid() }),
    response: savedViewsSchema,
    errors: ['resource.notFound'],
  }),
};
