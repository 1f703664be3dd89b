import { addUnits } from '@solvane/energy/time/bucket';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { z } from 'zod';
import { BATTERY_HISTORIES, BATTERY_UNITS } from '../battery-states.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';

/** State of each battery. */
export const BATTERY_FACTS = [
  'soc',
  'power',
  'availablePower',
  'storedEnergy',
  'soh',
  'cyclesToday',
  'rte30d',
  'adherence',
  'spread',
  'temperature',
] as const;
export type BatteryFact = (typeof BATTERY_FACTS)[number];

const shape = {
  units: z.enum(BATTERY_UNITS).default('site'),
  show: z
    .array(z.enum(BATTERY_FACTS))
    .min(1)
    .default([...BATTERY_FACTS]),
  history: z.enum(BATTERY_HISTORIES).default('24h'),
};
export type BatteryStateSettings = z.output<z.ZodObject<typeof shape>>;

/** What a battery holds, does and can do. */
export const batteryStateSettings = widgetSettings({
  type: 'batteryState',
  shape,
  without: ['period', 'numbers', 'nulls'],
  form: [
    { name: 'units', label: 'BatteryState_Units', choices: choicesOf('Units', BATTERY_UNITS) },
    { name: 'show', label: 'BatteryState_Show', isMultiple: true, choices: choicesOf('Fact', BATTERY_FACTS) },
    { name: 'history', label: 'BatteryState_History', choices: choicesOf('History', BATTERY_HISTORIES) },
  ],
});

const RTE_DAYS = 30;

export function batteryStateQueries({ units, history }: Pick<BatteryStateSettings, 'units' | 'history'>, page: WidgetPage) {
  const siteIds = batterySites(page);
  const body = { siteIds, units, history };
  return { batteries: siteIds.length === 0 ? null : ({ kind: 'batteryStates', body } as const satisfies WidgetQuery) };
}

/** Sums of today and of the last days, of sites. */
export function batteryStateOptionalQueries({ show }: Pick<BatteryStateSettings, 'show'>, page: WidgetPage) {
  const siteIds = batterySites(page);
  const today = localDayOf(page.nowMs, page.zone);
  const period = (fromDay: number) => ({ fromDay: toIsoDate(fromDay), toDay: toIsoDate(today + 1) });
  const common = { siteIds, groupBy: 'each' as const };
  const ofToday = ['chargeEnergy', 'dischargeEnergy'] as const;
  const ofDays = ['rte', 'dispatchAdherence'] as const;
  const isAsked = (fact: BatteryFact) => siteIds.length > 0 && show.includes(fact);
  return {
    today: isAsked('cyclesToday')
      ? ({ kind: 'metrics', body: { ...common, metricIds: [...ofToday], period: period(today) } } as const satisfies WidgetQuery)
      : null,
    days:
      isAsked('rte30d') || isAsked('adherence')
        ? ({
            kind: 'metrics',
            body: { ...common, metricIds: [...ofDays], period: period(addUnits(today, 'day', 1 - RTE_DAYS)) },
          } as const satisfies WidgetQuery)
        : null,
  };
}

function batterySites({ sites }: WidgetPage) {
  return sites.filter(({ metadata: { energyType } }) => energyType === 'BESS' || energyType === 'Hybrid').map(({ siteId }) => siteId);
}

function choicesOf(group: 'Units' | 'Fact' | 'History', values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, `BatteryState_${group}_${value}`]));
}
