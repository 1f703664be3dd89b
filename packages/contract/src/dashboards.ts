import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { issueSchema } from './errors.ts';
import { energyTypeSchema } from './fleet.ts';
import { enterpriseIdSchema, instantMsSchema, roleIdSchema, segmentIdSchema, userIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { revisionSchema, seenRevisionSchema } from './validity.ts';
import { widgetPeriodSchema } from './widgets/widget-period.ts';
import { storedWidgetSchema } from './widgets/widget-settings.ts';

/** Those that come with the product begin with `builtin.`. */
export const dashboardIdSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/)
  .brand<'DashboardId'>();
export type DashboardId = z.infer<typeof dashboardIdSchema>;

/** Columns of the grid that positions count in. */
export const DASHBOARD_COLUMNS = 12;

/** Of sites: what the widgets over sites put together (specification 9). */
const GROUPINGS = ['none', 'country', 'energyType', 'plantOperator', 'portfolio', 'siteTimezone', 'operatingRegion'] as const;

/** What the page of a dashboard begins with. */
const dashboardDefaultsSchema = z.object({
  period: widgetPeriodSchema.default({ type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true }),
  /** `all`: every site that the viewer sees. */
  devices: z.union([z.literal('all'), z.array(segmentIdSchema).max(LIMITS.selectedDevices)]).default('all'),
  /** Of them, sites of these types only; empty: every type. */
  energyTypes: z.array(energyTypeSchema).max(4).default([]),
  /** 0: only on request. */
  refreshMinutes: z.union([z.literal(0), z.literal(1), z.literal(5), z.literal(15)]).default(5),
  groupBy: z.enum(GROUPINGS).default('none'),
});
export type DashboardDefaults = z.infer<typeof dashboardDefaultsSchema>;

/** Kinds of sites that a template is for; empty: every kind. */
const dashboardTemplateSchema = z.object({ energyTypes: z.array(energyTypeSchema).max(4) });

/** What a user states about a dashboard beside its widgets. */
const descriptionShape = {
  title: z.string().trim().min(1).max(LIMITS.nameLength),
  description: z.string().max(LIMITS.descriptionLength).default(''),
  tags: z.array(z.string().trim().min(1).max(LIMITS.tagLength)).max(LIMITS.tagsPerDashboard).default([]),
};

export const DASHBOARD_GROUPS = ['mine', 'shared', 'enterprise', 'builtIn'] as const;
export type DashboardGroup = (typeof DASHBOARD_GROUPS)[number];

const dashboardAbilitiesSchema = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  share: z.boolean(),
  /** Enterprises that the caller may give it to as their home. */
  setHomeOf: z.array(enterpriseIdSchema),
});

const commonShape = {
  dashboardId: dashboardIdSchema,
  title: z.string(),
  /** Message key of the title of a dashboard that comes with the product; null: `title` is as a user wrote it. */
  titleKey: z.string().nullable(),
  description: z.string(),
  tags: z.array(z.string()),
  group: z.enum(DASHBOARD_GROUPS),
  /** null: it comes with the product. */
  enterpriseId: enterpriseIdSchema.nullable(),
  /** null: it comes with the product, or the account does not exist any more. */
  owner: z.object({ userId: userIdSchema, name: z.string() }).nullable(),
  /** null: no template. */
  template: dashboardTemplateSchema.nullable(),
  /** Template whose widgets it shows; null: its widgets are its own. */
  templateId: dashboardIdSchema.nullable(),
  isFavorite: z.boolean(),
  isHome: z.boolean(),
  can: dashboardAbilitiesSchema,
};

const listedDashboardSchema = z.object({
  ...commonShape,
  widgetCount: z.number().int(),
  /** null: the caller never opened it. */
  openedAtMs: instantMsSchema.nullable(),
  /** null: it comes with the product. */
  updatedAtMs: instantMsSchema.nullable(),
});
export type ListedDashboard = z.infer<typeof listedDashboardSchema>;

const SHARE_KINDS = ['user', 'role', 'enterprise'] as const;
const shareAccessSchema = z.enum(['read', 'edit']);
/** With a user, with those who hold a role in the enterprise of the dashboard, or with all users of an enterprise. */
const dashboardShareSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), userId: userIdSchema, access: shareAccessSchema }),
  z.object({ kind: z.literal('role'), roleId: roleIdSchema, access: shareAccessSchema }),
  z.object({ kind: z.literal('enterprise'), enterpriseId: enterpriseIdSchema, access: shareAccessSchema }),
]);
export type DashboardShare = z.infer<typeof dashboardShareSchema>;

const sharedWithSchema = z.object({ kind: z.enum(SHARE_KINDS), id: z.string(), name: z.string(), access: shareAccessSchema });

const dashboardSchema = z.object({
  ...commonShape,
  widgets: z.array(storedWidgetSchema),
  defaults: dashboardDefaultsSchema,
  revision: revisionSchema,
  /** Empty for those who may not share it. */
  sharedWith: z.array(sharedWithSchema),
  /** Devices that it names and that are not visible to the caller: they are left out of widgets and defaults. */
  hiddenDevices: z.number().int(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** A dashboard as a file. A version that is newer than this product's is refused. */
export const dashboardDocumentSchema = z.object({
  format: z.literal('solvane.dashboard'),
  version: z.number().int().min(1),
  ...descriptionShape,
  template: dashboardTemplateSchema.nullable().default(null),
  defaults: dashboardDefaultsSchema.prefault({}),
  widgets: z.array(storedWidgetSchema),
});
export type DashboardDocument = z.infer<typeof dashboardDocumentSchema>;
export const DASHBOARD_DOCUMENT_VERSION = 1;

const byIdSchema = z.object({ dashboardId: dashboardIdSchema });

export const dashboardEndpoints = {
  search: endpoint({
    method: 'POST',
    path: '/api/dashboards/search',
    access: 'ReadDashboard',
    readOnly: true,
    summary: 'Dashboards that the caller may open, those opened last first.',
    body: z.object({
      /** In title, description, tags or name of the owner. */
      search: z.string().max(LIMITS.nameLength).default(''),
      groups: z.array(z.enum(DASHBOARD_GROUPS)).max(4).optional(),
      tag: z.string().max(LIMITS.tagLength).optional(),
      onlyFavorites: z.boolean().default(false),
    }),
    response: z.object({
      items: z.array(listedDashboardSchema),
      /** Of all that agree with the search. */
      total: z.number().int(),
      /** Of all dashboards that the caller may open. */
      tags: z.array(z.string()),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/dashboards/get',
    access: 'ReadDashboard',
    summary: 'One dashboard as the caller may see it; the list shows when it was opened last.',
    query: byIdSchema,
    response: dashboardSchema,
    errors: ['dashboards.notFound'],
  }),
  home: endpoint({
    method: 'GET',
    path: '/api/dashboards/home',
    access: 'signedIn',
    narrowed: 'unowned',
    summary: 'What Home shows: the choice of the caller, else the default of an enterprise of the caller, else the one of the product.',
    response: z.object({ dashboard: dashboardSchema, chosenBy: z.enum(['user', 'enterprise', 'product']) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/dashboards/create',
    access: 'ReadDashboard',
    summary:
      'Makes a dashboard of the caller: empty, as a copy, or from a template whose changes it follows. Copies need no right to edit.',
    body: z.object({
      enterpriseId: enterpriseIdSchema,
      title: descriptionShape.title,
      source: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('empty') }),
        z.object({ kind: z.literal('copy'), dashboardId: dashboardIdSchema }),
        z.object({ kind: z.literal('template'), dashboardId: dashboardIdSchema }),
      ]),
    }),
    response: dashboardSchema,
    errors: ['resource.notFound', 'dashboards.notFound', 'dashboards.generationFailed'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/dashboards/save',
    access: 'EditDashboards',
    summary: 'Replaces what a dashboard shows. Devices that are not visible to the caller stay in its widgets.',
    body: z.object({
      dashboardId: dashboardIdSchema,
      seenRevision: seenRevisionSchema,
      ...descriptionShape,
      template: dashboardTemplateSchema.nullable().default(null),
      defaults: dashboardDefaultsSchema,
      /** null: as they are, those of its template too; otherwise it follows no template any more. */
      widgets: z.array(storedWidgetSchema).nullable(),
    }),
    bodyBytes: LIMITS.dashboardBytes,
    response: dashboardSchema,
    errors: ['dashboards.notFound', 'dashboards.changed'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/dashboards/remove',
    access: 'ReadDashboard',
    summary: 'Deletes a dashboard. What was made from it as a template keeps its widgets.',
    body: byIdSchema.extend({ seenRevision: seenRevisionSchema }),
    response: z.object({}),
    errors: ['dashboards.notFound', 'dashboards.changed'],
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/dashboards/share',
    access: 'EditDashboards',
    summary: 'Replaces with whom a dashboard is shared.',
    body: byIdSchema.extend({ shares: z.array(dashboardShareSchema).max(LIMITS.sharesPerDashboard) }),
    response: dashboardSchema,
    errors: ['dashboards.notFound'],
  }),
  shareTargets: endpoint({
    method: 'GET',
    path: '/api/dashboards/share-targets',
    access: 'EditDashboards',
    summary: 'Users, roles and enterprises that a dashboard of an enterprise can be shared with.',
    query: z.object({ enterpriseId: enterpriseIdSchema }),
    response: z.object({
      users: z.array(z.object({ userId: userIdSchema, name: z.string() })),
      roles: z.array(z.object({ roleId: roleIdSchema, name: z.string() })),
      enterprises: z.array(z.object({ enterpriseId: enterpriseIdSchema, name: z.string() })),
    }),
    errors: ['resource.notFound'],
  }),
  setFavorite: endpoint({
    method: 'POST',
    path: '/api/dashboards/set-favorite',
    access: 'ReadDashboard',
    summary: 'Adds a dashboard to the favorites of the caller, or takes it from them.',
    body: byIdSchema.extend({ isFavorite: z.boolean() }),
    response: z.object({}),
    errors: ['dashboards.notFound'],
  }),
  setHome: endpoint({
    method: 'POST',
    path: '/api/dashboards/set-home',
    access: 'ReadDashboard',
    summary: 'Sets what Home shows to the caller; null: the default of the enterprise.',
    body: z.object({ dashboardId: dashboardIdSchema.nullable() }),
    response: z.object({}),
    errors: ['dashboards.notFound'],
  }),
  setEnterpriseHome: endpoint({
    method: 'POST',
    path: '/api/dashboards/set-enterprise-home',
    access: 'ManageEnterpriseDefaults',
    summary: 'Sets what Home shows to the users of an enterprise who chose nothing; null: the home that comes with the product.',
    body: z.object({ enterpriseId: enterpriseIdSchema, dashboardId: dashboardIdSchema.nullable() }),
    response: z.object({}),
    errors: ['resource.notFound', 'dashboards.notFound'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/dashboards/export',
    access: 'ReadDashboard',
    summary: 'A dashboard as a document for import, without devices that are not visible to the caller.',
    query: byIdSchema,
    response: dashboardDocumentSchema,
    errors: ['dashboards.notFound'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/dashboards/import',
    access: 'EditDashboards',
    summary: 'Makes a dashboard of the caller from an exported document. Devices that are not visible to the caller are left out.',
    body: z.object({
      enterpriseId: enterpriseIdSchema,
      /** Judged by the schema of documents, so that the response can say why it is refused. */
      document: z.unknown(),
    }),
    bodyBytes: LIMITS.dashboardBytes + 1024,
    response: z.object({ dashboard: dashboardSchema, warnings: z.array(issueSchema) }),
    errors: ['resource.notFound', 'dashboards.generationFailed'],
  }),
};
