import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema, fileIdSchema, segmentIdSchema, shortUniqueIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const favoriteSchema = z.object({ favoriteType: z.literal('Device'), favoriteDataId: segmentIdSchema });
export type Favorite = z.infer<typeof favoriteSchema>;
const favoritesSchema = z.object({ items: z.array(favoriteSchema) });

export const favoriteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/favorites',
    access: 'signedIn',
    narrowed: 'unowned',
    summary: 'Favorites of the user.',
    response: favoritesSchema,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/favorites',
    access: 'signedIn',
    summary: 'Adds favorites; those that exist stay.',
    body: z.object({ items: z.array(favoriteSchema).min(1).max(1_000) }),
    response: favoritesSchema,
    errors: ['resource.notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/favorites',
    access: 'signedIn',
    summary: 'Removes favorites; those that do not exist are ignored.',
    body: z.object({ items: z.array(favoriteSchema).min(1).max(1_000) }),
    response: favoritesSchema,
  }),
};

export const DETAILS_KINDS = [
  'metadata',
  'event',
  'insight',
  'powerCurveManagement',
  'budgets',
  'expectedCoefficients',
  'referenceTurbines',
  'siteQuality',
  'lossWalk',
  'siteAccess',
  'deviceState',
  'chatbot',
  'report',
  'organizations',
  'serviceProviders',
  'serviceProviderRoles',
  'remoteReset',
  'task',
] as const;

/** Content of the details panel: the kind and the ids its screen needs. */
export const detailsPanelSchema = z.object({
  kind: z.enum(DETAILS_KINDS),
  deviceId: z.string().optional(),
  eventId: z.string().optional(),
  tab: z.string().optional(),
  insightId: z.string().optional(),
  siteAccessId: z.string().optional(),
  siteSegmentId: z.string().optional(),
  segmentId: z.string().optional(),
  reportId: z.string().optional(),
  remoteResetId: z.string().optional(),
  taskId: z.string().optional(),
});
export type DetailsPanel = z.infer<typeof detailsPanelSchema>;

const sharedSegmentSchema = z.object({
  siteSegmentId: segmentIdSchema,
  enterpriseId: enterpriseIdSchema,
  contractorEnterpriseIds: z.array(enterpriseIdSchema),
});

export const sharedUrlParametersSchema = z.object({
  routeParams: z.record(z.string(), z.string()),
  segments: z.record(segmentIdSchema, sharedSegmentSchema),
  enterpriseIds: z.array(enterpriseIdSchema),
  signals: z.array(z.string()),
  isDevicePanelOpen: z.boolean(),
  isSignalPanelOpen: z.boolean(),
  isSidePanelOpen: z.boolean(),
  /** null: closed. */
  detailsPanel: detailsPanelSchema.nullable(),
  /** ISO instants for an absolute period, or the words of a relative one (`last7Days`); null: the route shows no period. */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
});

export const sharedUrlSchema = z.object({
  shortUniqueId: shortUniqueIdSchema,
  pageName: z.string().max(100),
  parameters: sharedUrlParametersSchema,
  originTabId: z.string().max(64),
});
export type SharedUrl = z.infer<typeof sharedUrlSchema>;

export const sharedUrlEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/shared-urls',
    access: 'signedIn',
    summary: 'Stores a view under a short id.',
    body: sharedUrlSchema.omit({ shortUniqueId: true }),
    bodyBytes: LIMITS.sharedViewBytes,
    response: sharedUrlSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/shared-urls/:shortId',
    access: 'signedIn',
    narrowed: 'sites',
    summary: 'A stored view.',
    params: z.object({ shortId: z.string().max(64) }),
    response: sharedUrlSchema,
    errors: ['sharedUrl.invalid'],
  }),
};

const uploadedFileSchema = z.object({ fileId: fileIdSchema, fileName: z.string(), bytes: z.number().int() });

export const fileEndpoints = {
  uploadImage: endpoint({
    method: 'POST',
    path: '/api/images',
    access: 'signedIn',
    summary: 'Stores an image, PNG, JPEG, GIF, WebP or SVG without scripts (multipart: file, file name).',
    rawBody: ['multipart/form-data'],
    response: uploadedFileSchema,
    errors: ['upload.failed', 'request.tooLarge'],
  }),
  uploadCsv: endpoint({
    method: 'POST',
    path: '/api/csv',
    access: 'signedIn',
    summary: 'Stores a CSV file (multipart: file, file name).',
    rawBody: ['multipart/form-data'],
    response: uploadedFileSchema,
    errors: ['upload.failed', 'request.tooLarge'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/files/:fileId',
    access: 'signedIn',
    summary: 'A file the user uploaded or a job made for the user, or an image of a dashboard that the user may open.',
    params: z.object({ fileId: fileIdSchema }),
    responseKind: 'file',
    errors: ['resource.notFound'],
  }),
};
