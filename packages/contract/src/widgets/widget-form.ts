import { PERIOD_PRESETS, type PeriodUnit } from '@solvane/energy/time/period';
import type { z } from 'zod';
import { ENERGY_TYPES, type Site } from '../fleet.ts';
import { type FormDefinition, formDefinitionSchema } from '../forms.ts';
import { LIMITS } from '../limits.ts';
import { attributeOf, type DevicesSetting, KIND_ATTRIBUTES } from './widget-devices.ts';
import { OF_PAGE, PERIOD_FIELDS, periodOf, periodValuesOf } from './widget-form-period.ts';
import {
  type CommonField,
  type CommonSettings,
  LINK_PLACES,
  type LinkSettings,
  MOST_DECIMALS,
  NULL_TEXT_LENGTH,
  NULLS,
  NUMBER_UNITS,
  type WidgetField,
  type WidgetSettings,
} from './widget-settings.ts';

type ItemInput = z.input<typeof formDefinitionSchema>['sections'][number]['items'][number];

const REQUIRED = { type: 'Required', level: 'error' } as const;
const LINKS = [...LINK_PLACES, 'dashboard', 'url'] as const;
const DEVICE_SOURCES = ['page', 'fixed', 'kind'] as const;
const GENERAL_LEVELS = ['asSelected', 'sites', 'generators'] as const;
const REFRESH_RATES = ['page', 0, 1, 5, 15] as const;
const UNITS: readonly PeriodUnit[] = ['hour', 'day', 'week', 'month', 'quarter', 'year'];

interface FormChoices {
  /** Whose attributes describe kinds of sites. */
  sites?: readonly Site[];
  /** Signals to choose from. */
  signals?: readonly FormChoice[];
  /** Lost energy of causes, for fields that name a metric. */
  causes?: readonly FormChoice[];
}

export interface FormChoice {
  value: string;
  /** Text, or the key of a message. */
  label: string;
}

/** The form of a widget: what it shows, how, and when. Common settings stand before its own. */
export function widgetForm(
  { type, form, without, levels }: Pick<WidgetSettings<unknown>, 'type' | 'form' | 'without' | 'levels'>,
  { sites = [], signals = [], causes = [] }: FormChoices = {},
): FormDefinition {
  const unless = (field: CommonField, items: ItemInput[]) => (without.includes(field) ? [] : items);
  return formDefinitionSchema.parse({
    name: `widget-${type}`,
    title: 'Widget_Configure',
    primaryAction: 'Widget_Save',
    submit: '/api/widgets/data',
    sections: [
      {
        title: 'Widget_Form_Data',
        items: [
          ...unless('devices', deviceItems(sites)),
          ...levelItems(levels),
          ...unless('period', periodItems()),
          ...form.map((field) => toItem(field, { signals, causes })),
        ],
      },
      { title: 'Widget_Form_Display', items: [...titleItems(), ...unless('numbers', numberItems()), ...unless('nulls', nullItems())] },
      {
        title: 'Widget_Form_Behaviour',
        items: [
          {
            kind: 'select',
            name: 'refresh',
            label: 'Widget_Form_Refresh',
            help: 'Widget_Form_Refresh_Help',
            options: REFRESH_RATES.map((value) => ({
              value: String(value),
              label: value === OF_PAGE ? 'Widget_Form_OfPage' : `Widget_Form_Refresh_${value}`,
            })),
            validations: [REQUIRED],
          },
          {
            kind: 'select',
            name: 'showFor',
            label: 'Widget_Form_ShowFor',
            help: 'Widget_Form_ShowFor_Help',
            isMultiple: true,
            options: ENERGY_TYPES.map((value) => ({ value, label: `EnergyType_${value}` })),
          },
          ...linkItems(),
        ],
      },
    ],
  } satisfies z.input<typeof formDefinitionSchema>);
}

/** Which sites and devices, and what describes a kind of sites: attributes that some site has. */
function deviceItems(sites: readonly Site[]): ItemInput[] {
  const when = (is: string) => ({ when: { name: 'devices', is: [is] } });
  const valuesOf = (name: (typeof KIND_ATTRIBUTES)[number]) =>
    [...new Set(sites.flatMap((site) => attributeOf(site, name) ?? []))].toSorted();
  return [
    {
      kind: 'select',
      name: 'devices',
      label: 'Widget_Form_Devices',
      options: DEVICE_SOURCES.map((value) => ({ value, label: `Widget_Form_Devices_${value}` })),
      validations: [REQUIRED],
    },
    {
      kind: 'deviceSelect',
      name: 'fixedDevices',
      label: 'Widget_Form_FixedDevices',
      selects: 'segments',
      validations: [{ ...REQUIRED, message: 'Widget_Validation_Devices' }],
      ...when('fixed'),
    },
    {
      kind: 'select',
      name: 'kindEnergyTypes',
      label: 'DevicePanel_Grouping_energyType',
      help: 'Widget_Form_Kind_Help',
      isMultiple: true,
      options: ENERGY_TYPES.map((value) => ({ value, label: `EnergyType_${value}` })),
      ...when('kind'),
    },
    ...KIND_ATTRIBUTES.flatMap((name): ItemInput[] => {
      const values = valuesOf(name);
      if (values.length === 0) return [];
      const options = values.map((value) => ({ value, label: value }));
      return [{ kind: 'select', name: kindField(name), label: `DevicePanel_Grouping_${name}`, isMultiple: true, options, ...when('kind') }];
    }),
  ];
}

function levelItems(levels: WidgetSettings<unknown>['levels']): ItemInput[] {
  if (levels.length < 2) return [];
  const options = levels.map((value) => ({
    value,
    label: GENERAL_LEVELS.some((each) => each === value) ? `Widget_Form_Level_${value}` : `SegmentType_${value}`,
  }));
  return [{ kind: 'select', name: 'level', label: 'Widget_Form_Level', options, validations: [REQUIRED] }];
}

function kindField(name: string): string {
  return `kind${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function periodItems(): ItemInput[] {
  const when = (...is: string[]) => ({ when: { name: 'period', is } });
  return [
    {
      kind: 'select',
      name: 'period',
      label: 'Widget_Form_Period',
      options: [
        { value: OF_PAGE, label: 'Widget_Form_OfPage' },
        ...PERIOD_PRESETS.map((preset) => ({ value: preset, label: `Period_${preset}` })),
        { value: 'last', label: 'Widget_Form_Period_last' },
        { value: 'custom', label: 'Widget_Form_Period_custom' },
      ],
      validations: [REQUIRED],
    },
    // Bounds of a form are refused themselves.
    {
      kind: 'number',
      name: 'periodCount',
      label: 'Widget_Form_PeriodCount',
      isInteger: true,
      min: 0,
      max: 10_001,
      validations: [REQUIRED],
      ...when('last'),
    },
    {
      kind: 'select',
      name: 'periodUnit',
      label: 'Widget_Form_PeriodUnit',
      options: UNITS.map((value) => ({ value, label: `Widget_Form_PeriodUnit_${value}` })),
      validations: [REQUIRED],
      ...when('last'),
    },
    { kind: 'date', name: 'periodStart', label: 'Widget_Form_PeriodStart', validations: [REQUIRED], ...when('custom') },
    {
      kind: 'date',
      name: 'periodEnd',
      label: 'Widget_Form_PeriodEnd',
      validations: [
        REQUIRED,
        { type: 'Custom', level: 'error', function: 'notBefore', dependencies: ['periodStart'], message: 'Widget_Validation_Period' },
      ],
      ...when('custom'),
    },
    { kind: 'checkbox', name: 'includesCurrent', label: 'Period_IncludesCurrent', ...when('last', ...PERIOD_PRESETS) },
  ];
}

function titleItems(): ItemInput[] {
  return [
    {
      kind: 'text',
      name: 'title',
      label: 'Widget_Form_Title',
      help: 'Widget_Form_Title_Help',
      maxLength: LIMITS.nameLength,
      validations: [{ type: 'Custom', level: 'error', function: 'titlePlaceholders' }],
    },
    {
      kind: 'text',
      name: 'description',
      label: 'Widget_Form_Description',
      isMultiline: true,
      maxLength: LIMITS.descriptionLength,
    },
  ];
}

function numberItems(): ItemInput[] {
  return [
    {
      kind: 'number',
      name: 'decimals',
      label: 'Widget_Form_Decimals',
      help: 'Widget_Form_Decimals_Help',
      isInteger: true,
      min: -1,
      max: MOST_DECIMALS + 1,
    },
    {
      kind: 'select',
      name: 'unit',
      label: 'Widget_Form_Unit',
      options: [{ value: 'auto', label: 'Widget_Form_Unit_auto' }, ...NUMBER_UNITS.map((value) => ({ value, label: value }))],
      validations: [REQUIRED],
    },
  ];
}

function nullItems(): ItemInput[] {
  return [
    {
      kind: 'select',
      name: 'nulls',
      label: 'Widget_Form_Nulls',
      options: NULLS.map((value) => ({ value, label: `Widget_Form_Nulls_${value}` })),
      validations: [REQUIRED],
    },
    {
      kind: 'text',
      name: 'nullText',
      label: 'Widget_Form_NullText',
      maxLength: NULL_TEXT_LENGTH,
      validations: [REQUIRED],
      when: { name: 'nulls', is: ['text'] },
    },
  ];
}

function linkItems(): ItemInput[] {
  return [
    {
      kind: 'select',
      name: 'link',
      label: 'Widget_Form_Link',
      options: LINKS.map((value) => ({ value, label: `Widget_Form_Link_${value}` })),
      validations: [REQUIRED],
    },
    {
      kind: 'text',
      name: 'linkDashboard',
      label: 'Widget_Form_LinkDashboard',
      help: 'Widget_Form_LinkDashboard_Help',
      maxLength: 64,
      validations: [REQUIRED],
      when: { name: 'link', is: ['dashboard'] },
    },
    {
      kind: 'text',
      name: 'linkUrl',
      label: 'Widget_Form_LinkUrl',
      maxLength: 2_000,
      validations: [REQUIRED, { type: 'Custom', level: 'error', function: 'address' }],
      when: { name: 'link', is: ['url'] },
    },
  ];
}

export type FieldValue = string | number | boolean | null | readonly string[];
type FormValues = Readonly<Record<string, FieldValue>>;

/** Values of the form for complete settings. */
export function formValuesOf(settings: CommonSettings, form: readonly WidgetField[]): Record<string, FieldValue> {
  const { devices, level, refresh, period, numberFormat, title, description, showFor, nulls, nullText, link } = settings;
  const kind = devices.of === 'kind' ? devices : { energyTypes: [], attributes: {} as Partial<Record<string, string[]>> };
  const own: Readonly<Record<string, unknown>> = { ...settings };
  return {
    title,
    description,
    devices: [devices.of],
    fixedDevices: devices.of === 'fixed' ? devices.ids : [],
    kindEnergyTypes: kind.energyTypes,
    ...Object.fromEntries(KIND_ATTRIBUTES.map((name) => [kindField(name), kind.attributes[name] ?? []])),
    level: [level],
    refresh: [String(refresh)],
    ...periodValuesOf(period),
    decimals: numberFormat.decimals === 'auto' ? null : numberFormat.decimals,
    unit: [numberFormat.unit],
    showFor,
    nulls: [nulls],
    nullText,
    link: [link.to],
    linkDashboard: link.to === 'dashboard' ? link.dashboardId : '',
    linkUrl: link.to === 'url' ? link.url : '',
    ...Object.fromEntries(form.map((field) => [field.name, ownValueOf(field, own[field.name])])),
  };
}

/** Settings to store for values of the form. What the form cannot state of a period stays while its fields are not changed. */
export function settingsOf(
  values: FormValues,
  before: CommonSettings,
  form: readonly WidgetField[],
): CommonSettings & Record<string, unknown> {
  const valuesBefore = periodValuesOf(before.period);
  const isSamePeriod = PERIOD_FIELDS.every((name) => JSON.stringify(values[name]) === JSON.stringify(valuesBefore[name]));
  const own = form.map(({ name, isOpen = false, isImage = false, isMultiple = false, isSignals = false }) => {
    const value = values[name];
    return [name, Array.isArray(value) && !isMultiple && !isSignals ? value[0] : value, isOpen || isImage] as const;
  });
  return {
    ...before,
    title: textOf(values.title),
    description: textOf(values.description),
    devices: devicesOf(values),
    level: (listOf(values.level)[0] ?? before.level) as CommonSettings['level'],
    refresh: REFRESH_RATES.find((rate) => String(rate) === listOf(values.refresh)[0]) ?? 'page',
    period: isSamePeriod ? before.period : periodOf(values),
    numberFormat: {
      decimals: typeof values.decimals === 'number' ? values.decimals : 'auto',
      unit: NUMBER_UNITS.find((unit) => unit === listOf(values.unit)[0]) ?? 'auto',
    },
    showFor: ENERGY_TYPES.filter((type) => listOf(values.showFor).includes(type)),
    nulls: NULLS.find((each) => each === listOf(values.nulls)[0]) ?? 'dash',
    nullText: textOf(values.nullText),
    link: linkOf(values),
    ...Object.fromEntries(own.filter(([, value, isOpen]) => value !== undefined && (value !== null || isOpen))),
  };
}

function devicesOf(values: FormValues): DevicesSetting {
  const of = listOf(values.devices)[0];
  if (of === 'fixed') return { of, ids: [...listOf(values.fixedDevices)] };
  if (of !== 'kind') return { of: 'page' };
  const attributes = KIND_ATTRIBUTES.map((name) => [name, [...listOf(values[kindField(name)])]] as const);
  return {
    of,
    energyTypes: ENERGY_TYPES.filter((type) => listOf(values.kindEnergyTypes).includes(type)),
    attributes: Object.fromEntries(attributes.filter(([, chosen]) => chosen.length > 0)),
  };
}

function linkOf(values: FormValues): LinkSettings {
  const to = LINKS.find((each) => each === listOf(values.link)[0]) ?? 'auto';
  if (to === 'dashboard') return { to, dashboardId: textOf(values.linkDashboard).trim() };
  return to === 'url' ? { to, url: textOf(values.linkUrl).trim() } : { to };
}

function ownValueOf(
  { choices, isFlag = false, isImage = false, isMultiple = false, isSignals = false, maxLength }: WidgetField,
  value: unknown,
): FieldValue {
  if (isFlag) return value === true;
  if (isMultiple || isSignals) return Array.isArray(value) ? value.map(String) : [];
  if (isImage) return typeof value === 'string' ? value : null;
  if (choices) return [String(value)];
  if (maxLength !== undefined) return typeof value === 'string' ? value : '';
  return typeof value === 'number' ? value : null;
}

function toItem(
  {
    name,
    label,
    help,
    choices,
    isFlag = false,
    isOpen = false,
    isMultiple = false,
    maxLength,
    isMultiline = false,
    isOptional = false,
    min,
    max,
    above,
    when,
    isImage = false,
    isSignals = false,
    isMetric = false,
    warning,
    missing,
  }: WidgetField,
  { signals, causes }: Required<Pick<FormChoices, 'signals' | 'causes'>>,
): ItemInput {
  const shown = when && { when: { name: when.name, is: [...when.is] } };
  const required = missing === undefined ? REQUIRED : { ...REQUIRED, message: missing };
  const rules = isOptional
    ? []
    : warning === undefined
      ? [required]
      : [required, { type: 'Custom' as const, level: 'warning' as const, function: warning }];
  const common = { name, label, ...(help !== undefined && { help }), ...shown, validations: rules };
  if (isImage) return { kind: 'upload', ...common, validations: [], accepts: 'image' };
  if (isFlag) return { kind: 'checkbox', name, label, ...shown };
  if (isSignals) {
    const noSignal = { ...REQUIRED, message: missing ?? 'Widget_Validation_Signals' };
    return { kind: 'select', ...common, validations: [noSignal], isMultiple: true, options: [...signals] };
  }
  if (isOpen) {
    const larger = { type: 'Custom' as const, level: 'error' as const, function: 'after' as const };
    const validations = above === undefined ? [] : [{ ...larger, dependencies: [above] }];
    return { kind: 'number', ...common, validations };
  }
  if (choices) {
    const options = [...Object.entries(choices).map(([value, text]) => ({ value, label: text })), ...(isMetric ? causes : [])];
    return { kind: 'select', ...common, isMultiple, options };
  }
  if (maxLength !== undefined) return { kind: 'text', ...common, maxLength, isMultiline };
  return {
    kind: 'number',
    ...common,
    isInteger: true,
    ...(min !== undefined && { min: min - 1 }),
    ...(max !== undefined && { max: max + 1 }),
  };
}

function listOf(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: FieldValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
