/** Every address of the specification, with ids that do not exist where it has a parameter. */
export const ROUTES = [
  '/',
  '/dashboards',
  '/dashboards/unknown',
  '/data-studio',
  '/event-log',
  '/event-log/unknown',
  '/onsite-access',
  '/tasks',
  '/report',
  '/report/edit/unknown',
  '/manage-data/metadata',
  '/manage-data/data-invalidation',
  '/manage-data/data-upload',
  '/monitor/device-state',
  '/monitor/fleet-overview',
  '/monitor/site-overview',
  '/monitor/remote-reset',
  '/analyze/site-overview',
  '/analyze/insights',
  '/analyze/siteQuality',
  '/manage/dashboard-link',
  '/analyze/insights/unknown/dashboard/unknown',
  '/analyze/insights/unknown',
  '/configure/contracts',
  '/configure/contract-configuration/unknown',
  '/configure/reference-turbines',
  '/configure/data-quality',
  '/configure/vee-configuration/unknown',
  '/configure/Subscription',
  '/configure/automation',
  '/configure/event-code-sets',
  '/configure/eventcategorization',
  '/configure/model-data',
  '/configure/service-providers',
  '/ingestion-status',
  '/demo-truths',
  '/debug',
  '/no/such/page',
] as const;

export const GROUPS = ['/manage-data', '/monitor', '/analyze', '/configure'] as const;

export const DEMO_PASSWORD = 'solvane-demo';
export const DEMO_LOGINS = ['admin', 'operator', 'analyst', 'viewer', 'contractor', 'provider'] as const;
export type DemoLogin = (typeof DEMO_LOGINS)[number];
