import { type DashboardDefaults, type DashboardId, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { EnergyType } from '@solvane/contract/fleet';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import type { PermissionName } from '@solvane/contract/permissions';
import { HOME_WIDGETS, HOME_WIDGETS_WITHOUT_EVENTS } from '@solvane/contract/widgets/home-widgets';
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
  /** Of users who do not read events, where they see more than what is left of the others. */
  widgetsWithoutEvents?: StoredWidget[];
}

/** Column, row, width and height. */
type Slot = readonly [x: number, y: number, w: number, h: number];

const TODAY = { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true } as const;
const THIS_MONTH = { type: 'preset', selectedPreset: 'thisMonth', includesCurrentPeriod: true } as const;
const LAST_30_DAYS = { type: 'last', count: 30, unit: 'day', includesCurrentPeriod: true } as const;
const LAST_MONTH = { type: 'last', count: 1, unit: 'month', includesCurrentPeriod: false } as const;
const LAST_12_MONTHS = { type: 'preset', selectedPreset: 'last12Months', includesCurrentPeriod: true } as const;
const LAST_7_DAYS = { type: 'last', count: 7, unit: 'day', includesCurrentPeriod: true } as const;

const POWER_AGAINST_EXPECTED = {
  signals: ['ActivePower||Validated', 'ActivePower||Expected'],
  aggregate: 'total',
  lostArea: true,
};

/** What Home shows where neither the user nor an enterprise chose anything. */
export const BUILT_IN_HOME = builtIn('home', {
  titleKey: 'Route_home',
  period: TODAY,
  widgets: [...HOME_WIDGETS],
  widgetsWithoutEvents: [...HOME_WIDGETS_WITHOUT_EVENTS],
});

/** Dashboards of the product and templates for any site of a kind, in the order of the list. A widget is added here and nowhere else. */
export const BUILT_IN_DASHBOARDS: readonly BuiltInDashboard[] = [
  BUILT_IN_HOME,
  builtIn('fleet-overview', {
    titleKey: 'Route_fleet-overview',
    permission: 'PageFleetOverviewMonitor',
    period: TODAY,
    widgets: [
      metric('devices.Running', [0, 0, 2, 2], 1),
      metric('powerNow', [2, 0, 2, 2], 2),
      metric('lostCostNow', [4, 0, 2, 2], 3),
      metric('openEvents', [6, 0, 2, 2], 4),
      metric('dataAvailability', [8, 0, 2, 2], 9),
      metric('staleSites', [10, 0, 2, 2], 10),
      widget('fleetMap', [0, 2, 5, 9], 13),
      widget('kpiTable', [5, 2, 7, 9], 5),
      widget('timeSeries', [0, 11, 7, 7], 7, POWER_AGAINST_EXPECTED),
      widget('eventList', [7, 11, 5, 7], 6),
      widget('bar', [0, 18, 6, 8], 8, { metrics: ['energy'], by: 'site', reference: 'previousPeriod' }),
      widget('treeMap', [6, 18, 6, 8], 14, { period: THIS_MONTH }),
      widget('budget', [0, 26, 6, 7], 11, { metrics: ['energy'], by: 'site', period: THIS_MONTH }),
      widget('budget', [6, 26, 6, 7], 12, { metrics: ['availability.Technical.time', 'performance'], by: 'site', period: THIS_MONTH }),
    ],
  }),
  builtIn('site-overview', {
    titleKey: 'Route_monitor-site-overview',
    permission: 'PageSiteOverviewMonitor',
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 2, 2], 1),
      metric('lostCostNow', [2, 0, 2, 2], 2),
      metric('devices.Running', [4, 0, 2, 2], 3),
      metric('availability.Technical.time', [6, 0, 2, 2], 7),
      metric('energy', [8, 0, 2, 2], 8),
      metric('performance', [10, 0, 2, 2], 9, { period: THIS_MONTH }),
      widget('statusGrid', [0, 2, 8, 5], 4),
      widget('weather', [8, 2, 4, 5], 10),
      widget('lossWalk', [0, 7, 8, 7], 11, { period: THIS_MONTH }),
      widget('bar', [8, 7, 4, 7], 12, { metrics: ['energy'], reference: 'budget', period: THIS_MONTH }),
      widget('eventList', [0, 14, 12, 6], 5),
      widget('timeSeries', [0, 20, 12, 7], 6, {
        signals: ['ActivePower||Validated', 'ActivePower||Expected', 'ExportLimit||Validated', 'CurtailmentSetpoint||Validated'],
        lostArea: true,
        eventLanes: true,
      }),
      widget('batteryState', [0, 27, 6, 6], 13, { showFor: ['BESS', 'Hybrid'] }),
      widget('lossWalk', [6, 27, 6, 6], 14, { view: 'ledger', period: TODAY, showFor: ['Hybrid'] }),
    ],
  }),
  builtIn('site-analysis', {
    titleKey: 'Route_analyze-site-overview',
    permission: 'PageAnalyzeSiteOverview',
    period: LAST_12_MONTHS,
    widgets: [
      metric('energy', [0, 0, 2, 2], 1, { reference: 'budget' }),
      metric('vsExpected', [2, 0, 2, 2], 2),
      metric('performance', [4, 0, 2, 2], 3, { reference: 'previousYear' }),
      metric('availability.Technical.time', [6, 0, 2, 2], 4, { reference: 'guarantee' }),
      metric('lost', [8, 0, 2, 2], 5),
      metric('revenueLost', [10, 0, 2, 2], 6),
      widget('budget', [0, 2, 6, 7], 7, { metrics: ['energy'], by: 'month' }),
      widget('periodTable', [6, 2, 6, 7], 12, {
        metrics: ['energy', 'budget', 'expected', 'performance', 'availability.Technical.time', 'lost'],
        bucket: 'month',
      }),
      widget('lossWalk', [0, 9, 12, 8], 8),
      widget('availability', [0, 17, 6, 8], 9),
      widget('lossExplorer', [6, 17, 6, 8], 10, { groupBy: 'period', display: 'type' }),
      widget('eventPareto', [0, 25, 6, 7], 11),
      widget('calendar', [6, 25, 6, 7], 13, { metric: 'performance' }),
      // A hybrid site has both curves; what the site has none of is left out, and the others move up.
      widget('powerCurve', [0, 32, 6, 8], 14, { curveType: 'Nominal', months: 3, by: 'month', showFor: ['Wind', 'Hybrid'] }),
      widget('distribution', [6, 32, 6, 8], 15, { signals: ['ActivePower||Validated'], kind: 'duration' }),
      widget('powerCurve', [0, 40, 6, 8], 17, { measures: 'inverters', showFor: ['PV', 'Hybrid'] }),
      widget('kpiTable', [0, 48, 12, 7], 16, {
        rows: 'generators',
        columns: columns('failures', 'mtbf', 'mttr', 'lost', 'performanceIndex'),
        sort: 'column',
      }),
    ],
  }),
  builtIn('operations-today', {
    titleKey: 'Dashboard_BuiltIn_Operations',
    template: [],
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 2, 2], 1),
      metric('lostPowerNow', [2, 0, 2, 2], 2),
      metric('lostCostNow', [4, 0, 2, 2], 3),
      metric('openEvents', [6, 0, 2, 2], 4),
      metric('unacknowledged', [8, 0, 2, 2], 5),
      metric('staleSites', [10, 0, 2, 2], 6),
      widget('eventList', [0, 2, 12, 8], 7),
      widget('statusGrid', [0, 10, 6, 7], 8, { cells: 'dense' }),
      widget('timeSeries', [6, 10, 6, 7], 9, POWER_AGAINST_EXPECTED),
      widget('eventTimeline', [0, 17, 12, 7], 11),
    ],
  }),
  builtIn('pv-performance', {
    titleKey: 'Dashboard_BuiltIn_Pv',
    template: ['PV', 'Hybrid'],
    period: LAST_30_DAYS,
    widgets: [
      metric('pr', [0, 0, 3, 2], 1),
      metric('prTempCorr', [3, 0, 3, 2], 2),
      metric('specificYield', [6, 0, 3, 2], 3),
      metric('insolation', [9, 0, 3, 2], 4, { reference: 'budget' }),
      widget('bar', [0, 2, 6, 7], 5, { metrics: ['specificYield'], by: 'device' }),
      widget('heatMap', [6, 2, 6, 7], 8, {
        ...{ signal: 'PowerPerformanceIndex||Calculated', level: 'Inverter' },
        ...{ scale: 'diverging', rangeMin: 80, rangeMax: 120 },
      }),
      widget('powerCurve', [0, 9, 6, 8], 6, { measures: 'inverters' }),
      widget('lossExplorer', [6, 9, 6, 8], 7, { groupBy: 'period', display: 'type' }),
      widget('calendar', [0, 17, 6, 5], 9, { metric: 'pr' }),
      widget('distribution', [6, 17, 6, 5], 10, { signals: ['IrradiancePOA||Validated'], level: 'WeatherStation' }),
    ],
  }),
  builtIn('wind-performance', {
    titleKey: 'Dashboard_BuiltIn_Wind',
    template: ['Wind', 'Hybrid'],
    period: LAST_30_DAYS,
    widgets: [
      metric('capacityFactor', [0, 0, 3, 2], 1),
      metric('windSpeed', [3, 0, 3, 2], 2),
      metric('availability.Technical.time', [6, 0, 3, 2], 3, { period: LAST_30_DAYS }),
      metric('powerCurveDeviation', [9, 0, 3, 2], 4),
      widget('powerCurve', [0, 2, 6, 9], 5, { curveType: 'Nominal' }),
      widget('windRose', [6, 2, 3, 9], 8),
      widget('weather', [9, 2, 3, 9], 9),
      widget('bar', [0, 11, 6, 7], 6, { metrics: ['lost'], by: 'device' }),
      widget('eventPareto', [6, 11, 6, 7], 7),
      widget('kpiTable', [0, 18, 12, 8], 10, {
        rows: 'WindTurbine',
        columns: columns('energy', 'failures', 'mtbf', 'mttr', 'powerCurveDeviation'),
        sort: 'column',
      }),
    ],
  }),
  builtIn('battery', {
    titleKey: 'Dashboard_BuiltIn_Battery',
    template: ['BESS', 'Hybrid'],
    period: LAST_7_DAYS,
    widgets: [
      widget('gauge', [0, 0, 3, 3], 1, { metric: 'soc' }),
      metric('rte', [3, 0, 3, 3], 2),
      metric('efc', [6, 0, 3, 3], 3),
      metric('soh', [9, 0, 3, 3], 4, { period: LAST_30_DAYS }),
      widget('batteryState', [0, 3, 6, 7], 5, { history: '24h' }),
      widget('timeSeries', [6, 3, 6, 7], 6, {
        signals: ['ActivePower||Validated', 'DispatchSetpoint||Validated', 'StateOfCharge||Calculated'],
        color: 'signal',
      }),
      metric('dispatchAdherence', [0, 10, 3, 2], 7),
      metric('capacityAvailability', [3, 10, 3, 2], 8),
      metric('powerAvailability', [6, 10, 3, 2], 9),
      metric('revenue', [9, 10, 3, 2], 10),
      widget('lossWalk', [0, 12, 12, 8], 11, { of: 'BESS' }),
      widget('heatMap', [0, 20, 12, 6], 12, { signal: 'CellVoltageSpread||Calculated', level: 'BatteryString' }),
    ],
  }),
  builtIn('hybrid', {
    titleKey: 'Dashboard_BuiltIn_Hybrid',
    template: ['Hybrid'],
    period: TODAY,
    widgets: [
      metric('powerNow', [0, 0, 3, 2], 1),
      metric('energy', [3, 0, 3, 2], 2, { period: TODAY }),
      widget('gauge', [6, 0, 3, 2], 3, { metric: 'soc' }),
      metric('curtailedShare', [9, 0, 3, 2], 4),
      widget('timeSeries', [0, 2, 12, 7], 5, {
        signals: ['ActivePower||Validated'],
        level: 'generators',
        aggregate: 'segmentType',
        chart: 'area',
      }),
      widget('lossWalk', [0, 9, 6, 8], 6, { view: 'ledger' }),
      widget('batteryState', [6, 9, 6, 8], 7),
      widget('lossWalk', [0, 17, 12, 8], 8, { of: 'Connection', period: THIS_MONTH }),
      widget('eventList', [0, 25, 12, 6], 9),
    ],
  }),
  builtIn('portfolio-month', {
    titleKey: 'Dashboard_BuiltIn_Portfolio',
    template: [],
    period: LAST_MONTH,
    groupBy: 'portfolio',
    widgets: [
      metric('energy', [0, 0, 3, 2], 1, { reference: 'budget' }),
      metric('revenue', [3, 0, 3, 2], 2, { reference: 'budget' }),
      metric('availability.Technical.time', [6, 0, 3, 2], 3, { period: LAST_MONTH }),
      metric('co2Avoided', [9, 0, 3, 2], 4),
      widget('kpiTable', [0, 2, 12, 9], 5, {
        columns: columns(
          'energy',
          'vsBudget',
          'vsExpected',
          'performance',
          'availability.Technical.time',
          'lost',
          'revenue',
          'revenueLost',
        ),
        groupBy: 'portfolio',
        sort: 'column',
      }),
      widget('budget', [0, 11, 6, 8], 6, { metrics: ['energy'], by: 'site' }),
      widget('treeMap', [6, 11, 6, 8], 9, { size: 'energy', color: 'vsBudget', reference: 'none', groupBy: 'portfolio' }),
      widget('lossExplorer', [0, 19, 6, 8], 7, { groupBy: 'portfolio', display: 'category' }),
      widget('availability', [6, 19, 6, 8], 8, { by: 'site' }),
      widget('text', [0, 27, 12, 3], 10),
    ],
  }),
  builtIn('fleet-map', {
    titleKey: 'Dashboard_BuiltIn_FleetMap',
    permission: 'PageFleetOverviewMonitor',
    period: TODAY,
    widgets: [widget('fleetMap', [0, 0, 12, 16], 1)],
  }),
  builtIn('sites-tree-map', {
    titleKey: 'Dashboard_BuiltIn_TreeMap',
    permission: 'PageFleetOverviewMonitor',
    period: THIS_MONTH,
    widgets: [widget('treeMap', [0, 0, 12, 16], 1)],
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
  widgetsWithoutEvents?: StoredWidget[];
}

function builtIn(name: string, { template, period, groupBy = 'none', ...rest }: BuiltInOptions): BuiltInDashboard {
  return {
    ...rest,
    dashboardId: dashboardIdSchema.parse(`builtin.${name}`),
    template: template ? { energyTypes: template } : null,
    defaults: { period, devices: 'all', energyTypes: template ?? [], refreshMinutes: 5, groupBy },
  };
}

function metric(name: KeyMetric, slot: Slot, phoneOrder: number, settings: StoredWidget['settings'] = {}): StoredWidget {
  return { ...widget('keyMetric', slot, phoneOrder, { metric: name, ...settings }), id: name };
}

/** Columns of a table: metrics with their own names. */
function columns(...metricIds: PeriodMetricId[]): { of: PeriodMetricId }[] {
  return metricIds.map((of) => ({ of }));
}

function widget(type: string, [x, y, w, h]: Slot, phoneOrder: number, settings: StoredWidget['settings'] = {}): StoredWidget {
  return { id: `${type}-${phoneOrder}`, type, version: 1, position: { x, y, w, h }, phoneOrder, settings };
}
