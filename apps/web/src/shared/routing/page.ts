import type { FeatureName } from '@solvane/contract/features';
import type { PermissionName } from '@solvane/contract/permissions';
import type { CalcType } from '@solvane/energy/signals/calc-types';
import type { MessageKey } from '@solvane/i18n/messages';

export const PAGE_NAMES = [
  'home',
  'dashboards',
  'dashboard',
  'data-studio',
  'event-log',
  'event-details',
  'onsite-access',
  'tasks',
  'report',
  'report-edit',
  'report-pdf',
  'manage-data',
  'metadata',
  'data-invalidation',
  'data-upload',
  'monitor',
  'device-state',
  'fleet-overview',
  'monitor-site-overview',
  'remote-reset',
  'analyze',
  'analyze-site-overview',
  'insights',
  'insight',
  'insight-dashboard',
  'siteQuality',
  'loss-walk',
  'dashboard-link',
  'wallboard',
  'configure',
  'contracts',
  'contract-configuration',
  'reference-turbines',
  'data-quality',
  'vee-configuration',
  'Subscription',
  'automation',
  'event-code-sets',
  'eventcategorization',
  'model-data',
  'budgets',
  'expected-coefficients',
  'tariffs',
  'service-providers',
  'ingestion-status',
  'data-report',
  'demo-faults',
  'api-access',
  'account',
  'get-started',
  'debug',
  'app',
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export type NavigationIcon =
  | 'home'
  | 'dashboards'
  | 'data-studio'
  | 'event-log'
  | 'onsite-access'
  | 'tasks'
  | 'report'
  | 'manage-data'
  | 'monitor'
  | 'analyze'
  | 'configure'
  | 'debug';

/**
 * What a route says about its page. Navigation, breadcrumbs, document title, guard, panels and command palette read nothing else, so that a
 * page cannot be in one of them and missing in another.
 */
export interface PageData {
  name: PageName;
  title: MessageKey;
  /** Place among its siblings in the navigation; without it the page is reached by links only. */
  navigation?: { order: number; icon?: NavigationIcon; providerOnly?: boolean };
  /** Its screen is not built yet: navigation and palette say so before the click. */
  isComing?: true;
  /** The page above it in breadcrumbs and navigation, where the route tree does not say so. */
  parent?: PageName;
  /** Opens this address instead of a page of ours. */
  externalUrl?: string;
  permission?: PermissionName;
  feature?: FeatureName;
  /** Device panel, and what can be checked in it. Default: none. */
  devicePanel?: boolean | DevicePanelRules;
  /** Signals panel. Default: none. */
  signalsPanel?: boolean;
  /** Narrows the signals panel to these calculation types. */
  signalsCalcTypes?: readonly CalcType[];
  datePicker?: boolean;
  share?: boolean;
  /** The page registers content for the side panel. */
  sidePanel?: boolean;
}

export interface DevicePanelRules {
  mode?: 'single' | 'multiple';
  segmentTypes?: readonly string[];
  energyTypes?: readonly string[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageData {}
}
