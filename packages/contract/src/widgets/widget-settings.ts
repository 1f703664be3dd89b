import { z } from 'zod';
import { energyTypeSchema } from '../fleet.ts';
import { LIMITS } from '../limits.ts';
import { DEVICE_LEVELS, type DeviceLevel, devicesSettingSchema } from './widget-devices.ts';
import type { WidgetListField } from './widget-lists.ts';
import { widgetPeriodSchema } from './widget-period.ts';
import { type ThresholdSubject, thresholdsSchema } from './widget-thresholds.ts';
import { unknownPlaceholders } from './widget-title.ts';

/** Units that numbers of a widget can be shown in: each for its own quantity only. */
export const NUMBER_UNITS = ['kW', 'MW', 'GW', 'kWh', 'MWh', 'GWh'] as const;
export const NULLS = ['dash', 'text', 'hideRow'] as const;
export type Nulls = (typeof NULLS)[number];
export const MOST_DECIMALS = 6;
export const NULL_TEXT_LENGTH = 20;

/** How numbers are shown; exports have all their digits, in canonical units. */
const numberFormatSchema = z.object({
  /** Default: three to four digits that matter. */
  decimals: z.union([z.literal('auto'), z.number().int().min(0).max(MOST_DECIMALS)]).default('auto'),
  /** Default: one that keeps the numbers short. */
  unit: z.enum(['auto', ...NUMBER_UNITS]).default('auto'),
});
export type NumberFormat = z.infer<typeof numberFormatSchema>;

export const LINK_PLACES = ['auto', 'none', 'dataStudio', 'eventLog', 'siteOverview', 'deviceState'] as const;

/** Of a page here or elsewhere: `//` would leave the product without saying so. */
const ADDRESS = /^(https?:\/\/|\/(?!\/))\S*$/;
const ADDRESS_LENGTH = 2_000;

const linkSchema = z.discriminatedUnion('to', [
  /** `auto`: the title is no link, and the menu leads to where the same data are. */
  z.object({ to: z.enum(LINK_PLACES) }),
  z.object({ to: z.literal('dashboard'), dashboardId: z.string().min(1).max(64) }),
  z.object({ to: z.literal('url'), url: z.string().max(ADDRESS_LENGTH).regex(ADDRESS) }),
]);
export type LinkSettings = z.infer<typeof linkSchema>;

/** Settings that every widget has. */
const commonShape = {
  /** May hold placeholders; empty: the default title of the widget. */
  title: z
    .string()
    .max(LIMITS.nameLength)
    .refine((title) => unknownPlaceholders(title).length === 0, { error: 'Widget_Title_Unknown' })
    .default(''),
  description: z.string().max(LIMITS.descriptionLength).default(''),
  devices: devicesSettingSchema.default({ of: 'page' }),
  /** What the devices are expanded to, where the widget leaves it to the user. */
  level: z.enum(DEVICE_LEVELS).default('sites'),
  /** `page`: the period that the page shows. */
  period: z.union([z.literal('page'), widgetPeriodSchema]).default('page'),
  /** Minutes between refreshes, never fewer than those of the page; 0: only on request. */
  refresh: z.union([z.literal('page'), z.literal(0), z.literal(1), z.literal(5), z.literal(15)]).default('page'),
  /** Without a site of one of these types the widget is left out; empty: all types. */
  showFor: z.array(energyTypeSchema).default([]),
  /** What stands for a value that is missing; `hideRow`: rows without any value are left out. */
  nulls: z.enum(NULLS).default('dash'),
  /** The text of `nulls: text`. */
  nullText: z.string().max(NULL_TEXT_LENGTH).default(''),
  numberFormat: numberFormatSchema.default({ decimals: 'auto', unit: 'auto' }),
  /** Marks of numbers, where the widget has numbers to mark. */
  thresholds: thresholdsSchema.default([]),
  /** Where the title leads. */
  link: linkSchema.default({ to: 'auto' }),
};
type CommonShape = typeof commonShape;
export type CommonSettings = z.output<z.ZodObject<CommonShape>>;

type StoredSettings = Record<string, unknown>;

/** A widget as a dashboard stores it. */
export const storedWidgetSchema = z.object({
  id: z.string().min(1),
  type: z.string(),
  version: z.number().int().min(1),
  /** Columns and rows of the grid. */
  position: z.object({ x: z.number().int(), y: z.number().int(), w: z.number().int().min(1), h: z.number().int().min(1) }),
  phoneOrder: z.number().int(),
  settings: z.record(z.string(), z.unknown()),
});
export type StoredWidget = z.infer<typeof storedWidgetSchema>;

/** Settings of the newest version; `newer`: stored by a newer version of the product; `incomplete`: something that is needed is missing or wrong, and `message` is the key of the text that says what. */
export type ReadSettings<Settings> =
  | { status: 'complete'; settings: Settings }
  | { status: 'newer' }
  | { status: 'incomplete'; issues: readonly z.core.$ZodIssue[]; message?: string | undefined };

/** A field of the form of a widget, for a setting of its own. Texts are keys of the message catalogue. */
export interface WidgetField<Name extends string = string> {
  name: Name;
  label: string;
  help?: string;
  /** Texts of the values of a setting that is one of several; without it, `isFlag` and `maxLength` a whole number. */
  choices?: Readonly<Record<string, string>>;
  /** Several of its choices, at least one. */
  isMultiple?: boolean;
  /** True or false. */
  isFlag?: boolean;
  /** Of a text. */
  maxLength?: number;
  isMultiline?: boolean;
  /** A text that may be left empty. */
  isOptional?: boolean;
  min?: number;
  max?: number;
  /** A number that may have decimals, and may be left open: null. */
  isOpen?: boolean;
  /** A number that has to be larger than that of another field. */
  above?: string;
  /** Shown only while another field has one of these values. */
  when?: { name: string; is: readonly string[] };
  /** An uploaded picture by its file. */
  isImage?: boolean;
  /** A metric: lost energy of the causes of the installation is among its choices. */
  isMetric?: boolean;
  /** Signals by their ids, any number of them. */
  isSignals?: boolean;
  /** A rule that warns and does not refuse. */
  warning?: 'primaryEventTypes';
  /** Text in place of the general one where nothing is chosen. */
  missing?: string;
}

/** Groups of common fields that a widget can do without. */
export type CommonField = 'devices' | 'period' | 'numbers' | 'nulls';

export interface WidgetSettings<Settings> {
  type: string;
  version: number;
  /** Common fields that its form leaves out: they change nothing in its picture. */
  without: readonly CommonField[];
  /** Levels to choose from; none: the level is its own. */
  levels: readonly DeviceLevel[];
  /** What thresholds can be about; none: the widget has no number to mark. */
  thresholdsOf: readonly ThresholdSubject[];
  /** Fields for its own settings, after the common ones. */
  form: readonly WidgetField[];
  /** Fields for its own settings that are lists. */
  lists: readonly WidgetListField[];
  /** Of its own settings, those that need not be chosen: what a form begins with. */
  defaults: StoredSettings;
  read(stored: Pick<StoredWidget, 'version' | 'settings'>): ReadSettings<Settings>;
}

interface WidgetSettingsDefinition<Shape extends z.ZodRawShape> {
  type: string;
  /** Settings of its own, beside the common ones. */
  shape: Shape;
  /** Of the own settings of the type, after the step that every type has: from version 2 to 3, from 3 to 4, ... Stored settings are upgraded when read, never in place. */
  upgrades?: readonly ((settings: StoredSettings) => StoredSettings)[];
  form?: readonly WidgetField<Extract<keyof Shape, string>>[];
  lists?: readonly WidgetListField[];
  without?: readonly CommonField[];
  /** The first one is the default. */
  levels?: readonly [DeviceLevel, ...DeviceLevel[]];
  thresholdsOf?: readonly ThresholdSubject[];
  /** What settings have to fulfil together; the key of a message says what they do not. */
  isConsistent?: (settings: z.output<z.ZodObject<Shape>>) => boolean | string;
}

/** Settings for a form: common ones that cannot be read have their defaults, those of the widget stay as they are stored. */
export function editableSettings(settings: StoredSettings): CommonSettings & StoredSettings {
  const readable = Object.entries(commonShape).filter(([name, schema]) => schema.safeParse(settings[name]).success);
  const common = z.object(commonShape).parse(Object.fromEntries(readable.map(([name]) => [name, settings[name]])));
  return { ...settings, ...common, ...(typeof settings.title === 'string' && { title: settings.title }) };
}

/** The versioned settings of one type of widget. */
export function widgetSettings<Shape extends z.ZodRawShape>({
  type,
  shape,
  upgrades = [],
  form = [],
  lists = [],
  without = [],
  levels,
  thresholdsOf = [],
  isConsistent = () => true,
}: WidgetSettingsDefinition<Shape>): WidgetSettings<z.output<z.ZodObject<CommonShape & Shape>>> {
  const level = z.enum(DEVICE_LEVELS).default(levels?.[0] ?? 'sites');
  const schema = z.object({ ...commonShape, level, ...shape });
  const own = z.object(shape);
  const steps = [devicesOfSites, ...upgrades];
  const version = steps.length + 1;
  return {
    type,
    version,
    form,
    lists,
    defaults: defaultsOf(shape),
    without,
    levels: levels ?? [],
    thresholdsOf,
    read: (stored) => {
      if (stored.version > version) return { status: 'newer' };
      const upgraded = steps.slice(stored.version - 1).reduce((settings, upgrade) => upgrade(settings), stored.settings);
      const parsed = schema.safeParse(upgraded);
      if (!parsed.success) return { status: 'incomplete', issues: parsed.error.issues, message: messageOf(parsed.error.issues) };
      const consistent = isConsistent(own.parse(upgraded));
      if (consistent === true) return { status: 'complete', settings: parsed.data };
      return { status: 'incomplete', issues: [], message: consistent === false ? undefined : consistent };
    },
  };
}

/** From version 1 to 2 of every type: devices took the place of sites. */
function devicesOfSites({ sites, ...settings }: StoredSettings): StoredSettings {
  if (sites === undefined || Object.hasOwn(settings, 'devices')) return settings;
  return { ...settings, devices: Array.isArray(sites) ? { of: 'fixed', ids: sites } : { of: 'page' } };
}

/** The first issue that has a text of its own. */
function messageOf(issues: readonly z.core.$ZodIssue[]): string | undefined {
  return issues.find(({ message }) => /^[A-Z][A-Za-z]*_\w+$/.test(message))?.message;
}

function defaultsOf(shape: z.ZodRawShape): StoredSettings {
  const given = Object.entries(shape).map(([name, schema]) => [name, z.safeParse(schema, undefined)] as const);
  return Object.fromEntries(given.flatMap(([name, parsed]) => (parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [])));
}
