import type { KeyMetric } from './key-metric.ts';
import type { StoredWidget } from './widget-settings.ts';

type Slot = readonly [x: number, y: number, w: number, h: number];

const TODAY = { type: 'preset', selectedPreset: 'today', includesCurrentPeriod: true };
const THIS_MONTH = { type: 'preset', selectedPreset: 'thisMonth', includesCurrentPeriod: true };

/** What Home shows unless a user or an enterprise chose another dashboard. */
export const HOME_WIDGETS: readonly StoredWidget[] = [
  metric('powerNow', 0, 2),
  metric('lostCostNow', 2, 1),
  metric('openEvents', 4, 3),
  // The month to date against its budget, with the days and devices that it lacks.
  metric('availability.Technical.time', 6, 7),
  metric('energy', 8, 8),
  metric('energy', 10, 9, { period: TODAY, reference: 'previousPeriod' }),
  widget('kpiTable', [0, 2, 8, 11], 4),
  widget('fleetMap', [8, 2, 4, 4], 11),
  widget('eventList', [8, 6, 4, 7], 5, { rows: 8 }),
  widget('timeSeries', [0, 13, 8, 7], 6, {
    signals: ['ActivePower||Validated', 'ActivePower||Expected'],
    aggregate: 'total',
    lostArea: true,
  }),
  widget('budget', [8, 13, 4, 7], 10, { metrics: ['availability.Technical.time', 'performance'], by: 'site', period: THIS_MONTH }),
];

/** Of users who do not read events: what runs and what is late in place of what events cost. */
export const HOME_WIDGETS_WITHOUT_EVENTS: readonly StoredWidget[] = [
  metric('runningSites', 2, 1),
  metric('staleSites', 4, 3),
  ...HOME_WIDGETS.filter(
    ({ type, settings }) => type !== 'eventList' && settings.metric !== 'lostCostNow' && settings.metric !== 'openEvents',
  ),
];

function metric(name: KeyMetric, x: number, phoneOrder: number, settings: StoredWidget['settings'] = {}): StoredWidget {
  return widget('keyMetric', [x, 0, 2, 2], phoneOrder, { metric: name, ...settings });
}

function widget(type: string, [x, y, w, h]: Slot, phoneOrder: number, settings: StoredWidget['settings'] = {}): StoredWidget {
  return { id: `${type}-${phoneOrder}`, type, version: 1, position: { x, y, w, h }, phoneOrder, settings };
}
