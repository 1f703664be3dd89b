import type { RoleId } from '@solvane/contract/ids';
import { PERMISSIONS, type PermissionName } from '@solvane/contract/permissions';

export interface RoleDefinition {
  id: RoleId;
  name: string;
  permissions: readonly PermissionName[];
}

const MONITOR = [
  'ReadDashboard',
  'PageFleetOverviewMonitor',
  'PageSiteOverviewMonitor',
  'PageDeviceStateMonitor',
  'PageDataStudio',
  'PageEventLogs',
  'PageInsights',
  'ReadInsight',
  'ReadEventCodeSets',
] as const satisfies readonly PermissionName[];

const ANALYZE = [
  'PageAnalyzeSiteOverview',
  'PageSiteQualityAnalyze',
  'PageReportsOverview',
  'ReadModelData',
] as const satisfies readonly PermissionName[];

/** Roles every installation begins with. The administrator's follows the product's permissions; the others are the installation's to change. */
export const ROLE_DEFINITIONS: readonly RoleDefinition[] = [
  role('admin', 'Administrator', PERMISSIONS),
  role('operator', 'Operator', [...MONITOR, ...ANALYZE, 'PageOnSiteAccess', 'EditEvents', 'MergeEvents', 'RemoteReset']),
  role('analyst', 'Analyst', [
    ...MONITOR,
    ...ANALYZE,
    'PageAutomationOverview',
    'PageContracts',
    'PageDataInvalidation',
    'PageDataQuality',
    'PageDataUpload',
    'PageEventCategorization',
    'PageConfigureEventCategorySets',
    'PageMetadataEditor',
    'PageReferenceTurbines',
    'ReadSubscription',
    'ReadDataQualityVee',
    'InvalidateData',
    'UploadManualData',
    'AccessPublicApi',
    'MergeEvents',
    'EditEvents',
    'EditEventCategories',
    'EditEventCategorySets',
    'PrioritizeEventCategories',
    'EditEventCodeSets',
    'EditMetadata',
    'EditDashboards',
  ]),
  role('viewer', 'Viewer', [...MONITOR, ...ANALYZE]),
  role('contractor', 'Contractor', [...MONITOR, 'PageOnSiteAccess', 'EditEvents']),
];

function role(id: string, name: string, permissions: readonly PermissionName[]): RoleDefinition {
  return { id: id as RoleId, name, permissions };
}
