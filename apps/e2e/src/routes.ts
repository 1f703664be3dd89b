import type { FeatureName } from '@solvane/contract/features';
import type { PermissionName } from '@solvane/contract/permissions';

export interface RouteOfSpec {
  /** With ids that do not exist where the address has a parameter. */
  path: string;
  title: string;
  /** Heading of the screen, where it says more than the title. */
  heading?: string;
  /** Who may see it (spec §6); without any of the two everybody may. */
  permission?: PermissionName;
  feature?: FeatureName;
  /** Has a place in the navigation; `provider`: for provider staff only. */
  navigation?: 'everybody' | 'provider';
  /** The group of the navigation that it stands in, where its address does not say so. */
  group?: string;
  /** There is more than "Coming soon". */
  isBuilt?: boolean;
  /** Shows every state of everything, failures too. */
  isGallery?: boolean;
}

/** What the browser reports of `/dashboards/unknown`: the server answers 404. */
export const MISSING_DASHBOARD = /dashboardId=unknown/;

/** Every address of the specification, and those that the product adds. */
export const ROUTES: readonly RouteOfSpec[] = [
  { path: '/', title: 'Home', heading: 'Fleet now', permission: 'ReadDashboard', navigation: 'everybody', isBuilt: true },
  { path: '/dashboards', title: 'Dashboards', permission: 'ReadDashboard', navigation: 'everybody' },
  { path: '/dashboards/unknown', title: 'Dashboard', permission: 'ReadDashboard' },
  { path: '/data-studio', title: 'Data Studio', permission: 'PageDataStudio', navigation: 'everybody', isBuilt: true },
  { path: '/event-log', title: 'Event log', permission: 'PageEventLogs', navigation: 'everybody' },
  { path: '/event-log/unknown', title: 'Event details', permission: 'PageEventLogs' },
  { path: '/onsite-access', title: 'On-site access', permission: 'PageOnSiteAccess', navigation: 'everybody' },
  { path: '/tasks', title: 'Tasks', feature: 'workflow-management-tasks', navigation: 'everybody' },
  { path: '/report', title: 'Reports', permission: 'PageReportsOverview', navigation: 'everybody' },
  { path: '/report/edit/unknown', title: 'Report template', permission: 'PageReportsOverview' },
  { path: '/00000000-0000-4000-8000-000000000000', title: 'Report', permission: 'PageReportsOverview' },
  { path: '/manage-data/metadata', title: 'Device metadata', permission: 'PageMetadataEditor', navigation: 'everybody', isBuilt: true },
  { path: '/manage-data/data-invalidation', title: 'Data invalidation', permission: 'PageDataInvalidation', navigation: 'everybody' },
  {
    path: '/manage-data/data-upload',
    title: 'Data upload',
    permission: 'PageDataUpload',
    feature: 'dataUpload',
    navigation: 'everybody',
  },
  {
    path: '/monitor/device-state',
    title: 'Device state',
    permission: 'PageDeviceStateMonitor',
    feature: 'deviceStatePage',
    navigation: 'everybody',
  },
  {
    path: '/monitor/fleet-overview',
    title: 'Fleet overview',
    permission: 'PageFleetOverviewMonitor',
    navigation: 'everybody',
    isBuilt: true,
  },
  { path: '/monitor/site-overview', title: 'Site overview', permission: 'PageSiteOverviewMonitor', navigation: 'everybody', isBuilt: true },
  { path: '/monitor/remote-reset', title: 'Remote reset', feature: 'remoteReset', navigation: 'everybody' },
  { path: '/analyze/site-overview', title: 'Site overview', permission: 'PageAnalyzeSiteOverview', navigation: 'everybody', isBuilt: true },
  { path: '/analyze/insights', title: 'Insight Log', permission: 'PageInsights', navigation: 'everybody' },
  {
    path: '/analyze/siteQuality',
    title: 'Site quality',
    permission: 'PageSiteQualityAnalyze',
    feature: 'siteQualityDashboard',
    navigation: 'everybody',
  },
  { path: '/analyze/loss-walk', title: 'Loss walk', permission: 'PageDataStudio', navigation: 'everybody', isBuilt: true },
  { path: '/manage/dashboard-link', title: 'Dashboard link', permission: 'ReadDashboard', isBuilt: true },
  { path: '/analyze/insights/unknown/dashboard/unknown', title: 'Insight dashboard', permission: 'ReadInsight' },
  { path: '/analyze/insights/unknown', title: 'Insight', permission: 'ReadInsight' },
  { path: '/configure/contracts', title: 'Contracts', permission: 'PageContracts', navigation: 'everybody', isBuilt: true },
  { path: '/configure/contract-configuration/unknown', title: 'Contract configuration', permission: 'PageContracts' },
  { path: '/configure/reference-turbines', title: 'Reference turbines', permission: 'PageReferenceTurbines', navigation: 'everybody' },
  { path: '/configure/data-quality', title: 'Data quality', permission: 'PageDataQuality', navigation: 'everybody' },
  { path: '/configure/vee-configuration/unknown', title: 'Data quality configuration', permission: 'ReadDataQualityVee' },
  { path: '/configure/Subscription', title: 'Notifications', permission: 'ReadSubscription', navigation: 'everybody' },
  { path: '/configure/automation', title: 'Automation', permission: 'PageAutomationOverview', navigation: 'everybody' },
  { path: '/configure/event-code-sets', title: 'Event code sets', permission: 'ReadEventCodeSets', navigation: 'everybody' },
  { path: '/configure/eventcategorization', title: 'Event categories', permission: 'PageEventCategorization', navigation: 'everybody' },
  { path: '/configure/model-data', title: 'Model data', permission: 'ReadModelData', navigation: 'everybody' },
  { path: '/configure/budgets', title: 'Budgets', permission: 'ReadModelData', navigation: 'everybody' },
  {
    path: '/configure/expected-coefficients',
    title: 'Expected Production coefficients',
    permission: 'ReadModelData',
    navigation: 'everybody',
  },
  { path: '/configure/tariffs', title: 'Tariffs', permission: 'ReadModelData', navigation: 'everybody' },
  { path: '/configure/service-providers', title: 'Service providers', permission: 'PageServiceProvider', navigation: 'everybody' },
  { path: '/ingestion-status', title: 'Ingestion status', navigation: 'everybody', group: '/manage-data', isBuilt: true },
  { path: '/data-report/unknown', title: 'Data report' },
  { path: '/demo-faults', title: 'Built-in faults', isBuilt: true },
  { path: '/get-started', title: 'Get started', permission: 'EditMetadata', isBuilt: true },
  { path: '/api-access', title: 'API access', permission: 'AccessPublicApi', isBuilt: true },
  { path: '/debug', title: 'Debug', navigation: 'provider', isGallery: true },
];

export const GROUPS = ['/manage-data', '/monitor', '/analyze', '/configure'] as const;

export const UNKNOWN_PATHS = ['/no/such/page', '/nosuchpage', '/configure/nothing', '/event-log/1/2'] as const;

export const DEMO_PASSWORD = 'solvane-demo';
export const DEMO_LOGINS = ['admin', 'operator', 'analyst', 'viewer', 'contractor', 'provider'] as const;
export type DemoLogin = (typeof DEMO_LOGINS)[number];
