import { z } from 'zod';

/** Page and read permissions: exactly the names of the specification. */
export const PAGE_PERMISSIONS = [
  'PageReportsOverview',
  'PageAnalyzeSiteOverview',
  'PageAutomationOverview',
  'PageContracts',
  'PageDataInvalidation',
  'PageDataQuality',
  'PageDataStudio',
  'PageDataUpload',
  'PageDeviceStateMonitor',
  'PageEventCategorization',
  'PageEventLogs',
  'PageFleetOverviewMonitor',
  'PageInsights',
  'PageMetadataEditor',
  'PageReferenceTurbines',
  'PageSiteOverviewMonitor',
  'PageSiteQualityAnalyze',
  'PageManageUsers',
  'PageOnSiteAccess',
  'PageServiceProvider',
  'PageConfigureEventCategorySets',
] as const;

export const READ_PERMISSIONS = [
  'ReadEventCodeSets',
  'ReadSubscription',
  'ReadDashboard',
  'ReadDataQualityVee',
  'ReadInsight',
  'ReadModelData',
] as const;

/** Gated actions: the specification names the actions, not the permissions. */
export const ACTION_PERMISSIONS = [
  'InvalidateData',
  'UploadManualData',
  'AccessPublicApi',
  'MergeEvents',
  'EditEvents',
  'EditEventCategories',
  'EditEventCategorySets',
  'PrioritizeEventCategories',
  'EditEventCodeSets',
  'RemoteReset',
  'EditMetadata',
  'EditDashboards',
  'LockPeriods',
  'ManageEnterpriseDefaults',
] as const;

export const PERMISSIONS = [...PAGE_PERMISSIONS, ...READ_PERMISSIONS, ...ACTION_PERMISSIONS] as const;
export type PermissionName = (typeof PERMISSIONS)[number];

export const permissionNameSchema = z.enum(PERMISSIONS);

/** Each of them shows what devices produced: on dashboards, overviews or in Data Studio. */
export const PRODUCTION_READERS = [
  'ReadDashboard',
  'PageDataStudio',
  'PageFleetOverviewMonitor',
  'PageSiteOverviewMonitor',
  'PageAnalyzeSiteOverview',
] as const satisfies readonly PermissionName[];

export function isPermissionName(name: string): name is PermissionName {
  return PERMISSION_NAMES.has(name);
}

const PERMISSION_NAMES: ReadonlySet<string> = new Set(PERMISSIONS);

/** A name that is absent is not permitted. */
export const permissionsSchema = z.object({ userAccessByPermissionName: z.partialRecord(permissionNameSchema, z.boolean()) });
export type Permissions = z.infer<typeof permissionsSchema>;
