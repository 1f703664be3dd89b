import { SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { z } from 'zod';
import { type DeviceLevel, devicesAt } from './widget-devices.ts';
import { FILTERS_SHAPE } from './widget-extras.ts';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { widgetSettings } from './widget-settings.ts';
import { requiredSignal, SIGNAL_CHOICES, signalsQuery } from './widget-signals.ts';

/** Above this many values they are read at a coarser resolution, which is named. */
const MOST_VALUES = 200_000;
const MAST = { direction: 'WindDirection||Validated', value: 'WindSpeed||Validated' } as const;
/** What turbines measure themselves. */
export const NACELLE = { direction: 'NacelleWindDirection||Validated', value: 'NacelleWindSpeed||Validated' } as const;
export const ROSE_POWER = 'ActivePower||Validated';
const MOST_LIMITS = 7;

const DIRECTIONS = new Set(
  SIGNAL_CATALOGUE.filter(({ unit, time }) => unit === '°' && time === 'circ').map(({ apCode }) => apCode as string),
);
const DIRECTION_CHOICES = Object.fromEntries(Object.entries(SIGNAL_CHOICES).filter(([id]) => DIRECTIONS.has(id.split('||')[0] ?? '')));

const shape = {
  ...FILTERS_SHAPE,
  direction: requiredSignal('Scatter_Needed').default(MAST.direction as never),
  value: requiredSignal('Scatter_Needed').default(MAST.value as never),
  sectors: z.enum(['8', '12', '16', '36']).default('12'),
  /** Limits between the classes in the unit of the value, as `3, 6, 9, 12`. */
  classes: z
    .string()
    .max(100)
    .refine((text) => classLimits(text) !== undefined, { error: 'WindRose_Classes_Invalid' })
    .default('3, 6, 9, 12'),
  weight: z.enum(['time', 'energy']).default('time'),
  /** Values below it have no direction; null: all have one. */
  calmBelow: z.number().min(0).nullable().default(0.5),
  origin: z.enum(['mast', 'turbine']).default('mast'),
};
export type WindRoseSettings = z.output<z.ZodObject<typeof shape>>;

/** Where wind or another quantity comes from. */
export const windRoseSettings = widgetSettings({
  type: 'windRose',
  shape,
  form: [
    { name: 'origin', label: 'WindRose_Origin', choices: { mast: 'WindRose_Origin_mast', turbine: 'WindRose_Origin_turbine' } },
    { name: 'direction', label: 'WindRose_Direction', choices: DIRECTION_CHOICES, when: { name: 'origin', is: ['mast'] } },
    { name: 'value', label: 'WindRose_Value', choices: SIGNAL_CHOICES, when: { name: 'origin', is: ['mast'] } },
    { name: 'sectors', label: 'WindRose_Sectors', choices: { '8': '8', '12': '12', '16': '16', '36': '36' } },
    { name: 'classes', label: 'WindRose_Classes', help: 'WindRose_Classes_Help', maxLength: 100 },
    { name: 'weight', label: 'WindRose_Weight', choices: { time: 'WindRose_Weight_time', energy: 'WindRose_Weight_energy' } },
    { name: 'calmBelow', label: 'WindRose_CalmBelow', isOpen: true },
  ],
});

/** Ascending limits of a text such as `3, 6, 9`; undefined: it is none. */
export function classLimits(text: string): number[] | undefined {
  const limits = text
    .split(/[,;]\s*|\s+/)
    .filter(Boolean)
    .map(Number);
  const isAscending = limits.every((limit, i) => Number.isFinite(limit) && (i === 0 || limit > (limits[i - 1] ?? limit)));
  return limits.length >= 1 && limits.length <= MOST_LIMITS && isAscending ? limits : undefined;
}

/** Devices with a mast: their own stations, and the sites, which have the station that counts. */
export function windRoseQueries({ origin, direction, value, weight, filters }: WindRoseSettings, page: WidgetPage) {
  const power = weight === 'energy' ? [ROSE_POWER] : [];
  const request = { filters, resolution: 'auto' as const, most: MOST_VALUES };
  return {
    values:
      origin === 'turbine'
        ? signalsQuery(page, { ...request, signalIds: [NACELLE.direction, NACELLE.value, ...power], level: 'WindTurbine' })
        : signalsQuery(page, { ...request, signalIds: [direction, value, ...power], level: mastLevel(page) }),
  } satisfies Record<string, WidgetQuery | null>;
}

/** Turbines, for sites whose mast measures no direction. */
export function windRoseOptionalQueries({ origin, direction, weight, filters }: WindRoseSettings, page: WidgetPage) {
  const isNeeded = origin === 'mast' && direction === MAST.direction;
  const signalIds = [NACELLE.direction, NACELLE.value, ...(weight === 'energy' ? [ROSE_POWER] : [])];
  return {
    turbines: isNeeded ? signalsQuery(page, { signalIds, filters, level: 'WindTurbine', resolution: 'auto', most: MOST_VALUES }) : null,
  } satisfies Record<string, WidgetQuery | null>;
}

/** The weather stations where there are any. */
export function mastLevel(page: WidgetPage): DeviceLevel {
  return (devicesAt(page, 'WeatherStation') ?? []).length > 0 ? 'WeatherStation' : 'sites';
}
