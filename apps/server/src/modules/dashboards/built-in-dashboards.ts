import { type DashboardDefaults, type DashboardId, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { EnergyType } from '@solvane/contract/fleet';
import type { PermissionName } from '@solvane/contract/permissions';
import type { KeyMetric } from '@solvane/contract/widgets/key-metric';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';

/** A dashboard that comes with the product: users copy it, no user changes it. */
export interface BuiltInDashboard {
  dashboardId: DashboardId;
  /** Message key. */
  titleKey: string;
  /** Needed to open it; undefined: every reader of dashboards. */
  permission?: PermissionName;
  /** null: no template. */
  template: { energyTypes: EnergyType[] } | null;
  defaults: DashboardDefaults;
  widgets: StoredWidget[];
}

/** Column, row, width and height. */
type Slot = readonly [x: number, y: number, w: number, h: number];

const TODAY = { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true } as const;
const THIS_MONTH = { type: 'preset', selectedPreset: 'thisMonth', includesCurrentPeriod: true } as const;
const LAST_30_DAYS = { type: 'last', count: 30, unit: 'day', includesCurrentPeriod: true } as const;
const LAST_7_DAYS = { type: 'last', count: 7, unit: 'day', includesCurrentPeriod: true } as const;

/** Dashboards of the product and templates for any site of a kind, in the order of the list. A widget is added here and nowhere else. */
export const BUILT_IN_DASHBOARDS: readonly BuiltInDashboard[] = [
  builtIn('home', {
    titleKey: 'Route_home',
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 2, 2], 2),
      metric('lostCostNow', [2, 0, 2, 2], 1),
      metric('openEvents', [4, 0, 2, 2], 3),
      metric('availability.Technical.time', [6, 0, 2, 2], 7),
      metric('energy', [8, 0, 2, 2], 8),
      metric('dataAge', [10, 0, 2, 2], 9),
      widget('kpiTable', [0, 2, 12, 11], 4),
      widget('eventList', [0, 13, 12, 7], 5, { rows: 8 }),
      widget('fleetPower', [0, 20, 12, 7], 6),
    ],
  }),
  builtIn('fleet-overview', {
    titleKey: 'Route_fleet-overview',
    permission: 'PageFleetOverviewMonitor',
    period: TODAY,
    widgets: [
      metric('runningSites', [0, 0, 2, 2], 1),
      metric('powerNow', [2, 0, 2, 2], 2),
      metric('lostCostNow', [4, 0, 2, 2], 3),
      metric('openEvents', [6, 0, 2, 2], 4),
      metric('energy', [8, 0, 2, 2], 9),
      metric('dataAge', [10, 0, 2, 2], 10),
      widget('kpiTable', [0, 2, 12, 9], 5),
      widget('fleetPower', [0, 11, 7, 7], 7),
      widget('eventList', [7, 11, 5, 7], 6),
    ],
  }),
  builtIn('site-overview', {
    titleKey: 'Route_monitor-site-overview',
    permission: 'PageSiteOverviewMonitor',
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 2, 2], 1),
      metric('lostCostNow', [2, 0, 2, 2], 2),
      metric('openEvents', [4, 0, 2, 2], 3),
      metric('availability.Technical.time', [6, 0, 2, 2], 7),
      metric('energy', [8, 0, 2, 2], 8),
      metric('dataAge', [10, 0, 2, 2], 9),
      widget('fleetPower', [0, 2, 8, 8], 6),
      widget('eventList', [8, 2, 4, 8], 5),
      widget('lossWalk', [0, 10, 12, 8], 11, { period: THIS_MONTH }),
    ],
  }),
  builtIn('site-analysis', {
    titleKey: 'Route_analyze-site-overview',
    permission: 'PageAnalyzeSiteOverview',
    period: { type: 'preset', selectedPreset: 'last12Months', includesCurrentPeriod: true },
    widgets: [
      metric('energy', [0, 0, 6, 2], 1),
      metric('availability.Technical.time', [6, 0, 6, 2], 4),
      widget('lossWalk', [0, 2, 12, 8], 8),
      widget('fleetPower', [0, 10, 12, 7], 14),
      widget('eventList', [0, 17, 12, 7], 16),
    ],
  }),
  builtIn('operations-today', {
    titleKey: 'Dashboard_BuiltIn_Operations',
    template: [],
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 3, 2], 1),
      metric('lostCostNow', [3, 0, 3, 2], 3),
      metric('openEvents', [6, 0, 3, 2], 4),
      metric('dataAge', [9, 0, 3, 2], 6),
      widget('eventList', [0, 2, 12, 8], 7),
      widget('fleetPower', [0, 10, 12, 7], 9),
    ],
  }),
  builtIn('pv-performance', {
    titleKey: 'Dashboard_BuiltIn_Pv',
    template: ['PV', 'Hybrid'],
    period: LAST_30_DAYS,
    widgets: [
      metric('energy', [0, 0, 6, 2], 1),
      metric('availability.Technical.time', [6, 0, 6, 2], 2),
      widget('lossWalk', [0, 2, 12, 8], 6, { start: 'theoretical', of: 'PV' }),
      widget('kpiTable', [0, 10, 12, 8], 7),
    ],
  }),
  builtIn('wind-performance', {
    titleKey: 'Dashboard_BuiltIn_Wind',
    template: ['Wind', 'Hybrid'],
    period: LAST_30_DAYS,
    widgets: [
      metric('energy', [0, 0, 6, 2], 1),
      metric('availability.Technical.time', [6, 0, 6, 2], 3),
      widget('lossWalk', [0, 2, 12, 8], 6, { start: 'theoretical', of: 'Wind' }),
      widget('kpiTable', [0, 10, 12, 8], 10),
    ],
  }),
  builtIn('battery', {
    titleKey: 'Dashboard_BuiltIn_Battery',
    template: ['BESS', 'Hybrid'],
    period: LAST_7_DAYS,
    widgets: [
      metric('powerNow', [0, 0, 6, 2], 1),
      metric('availability.Technical.time', [6, 0, 6, 2], 8),
      widget('lossWalk', [0, 2, 12, 8], 11, { of: 'BESS' }),
      widget('eventList', [0, 10, 12, 6], 12),
    ],
  }),
  builtIn('hybrid', {
    titleKey: 'Dashboard_BuiltIn_Hybrid',
    template: ['Hybrid'],
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 6, 2], 1),
      metric('energy', [6, 0, 6, 2], 2),
      widget('fleetPower', [0, 2, 12, 7], 5),
      widget('lossWalk', [0, 9, 12, 8], 8, { of: 'Connection', period: THIS_MONTH }),
      widget('eventList', [0, 17, 12, 6], 9),
    ],
  }),
  builtIn('portfolio-month', {
    titleKey: 'Dashboard_BuiltIn_Portfolio',
    template: [],
    period: { type: 'last', count: 1, unit: 'month', includesCurrentPeriod: false },
    groupBy: 'portfolio',
    widgets: [
      metric('energy', [0, 0, 6, 2], 1),
      metric('availability.Technical.time', [6, 0, 6, 2], 3),
      widget('kpiTable', [0, 2, 12, 9], 5),
      widget('lossWalk', [0, 11, 12, 8], 7),
    ],
  }),
];

const BY_ID = new Map(BUILT_IN_DASHBOARDS.map((dashboard) => [dashboard.dashboardId, dashboard]));

export function findBuiltIn(dashboardId: DashboardId): BuiltInDashboard | undefined {
  return BY_ID.get(dashboardId);
}

interface BuiltInOptions {
  titleKey: string;
  permission?: PermissionName;
  /** Kinds of sites that it is a template for. */
  template?: EnergyType[];
  period: DashboardDefaults['period'];
  groupBy?: DashboardDefaults['groupBy'];
  widgets: StoredWidget[];
}

function builtIn(name: string, { template, period, groupBy = 'none', ...rest }: BuiltInOptions): BuiltInDashboard {
  return {
    ...rest,
    dashboardId: dashboardIdSchema.parse(`builtin.${name}`),
    template: template ? { energyTypes: template } : null,
    defaults: { period, devices: 'all', energyTypes: template ?? [], refreshMinutes: 5, groupBy },
  };
}

function metric(name: KeyMetric, slot: Slot, phoneOrder: number): StoredWidget {
  return { ...widget('keyMetric', slot, phoneOrder, { metric: name }), id: name };
}

function widget(type: string, [x, y, w, h]: Slot, phoneOrder: number, settings: StoredWidget['settings'] = {}): StoredWidget {
  return { id: `${type}-${phoneOrder}`, type, version: 1, position: { x, y, w, h }, phoneOrder, settings };
}
