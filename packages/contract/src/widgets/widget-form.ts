import { PERIOD_PRESETS } from '@solvane/energy/time/period';
import type { z } from 'zod';
import { type FormDefinition, formDefinitionSchema } from '../forms.ts';
import { LIMITS } from '../limits.ts';
import type { WidgetField, WidgetSettings } from './widget-settings.ts';

/** Value of the period field that follows the page. */
const OF_PAGE = 'page';

/** The form of a widget: what it shows, then how, the common settings before its own. */
export function widgetForm({ type, form }: Pick<WidgetSettings<unknown>, 'type' | 'form'>): FormDefinition {
  return formDefinitionSchema.parse({
    name: `widget-${type}`,
    title: 'Widget_Configure',
    primaryAction: 'Widget_Save',
    submit: '/api/widgets/data',
    sections: [
      {
        title: 'Widget_Form_Data',
        items: [
          { kind: 'deviceSelect', name: 'sites', label: 'Widget_Form_Sites', help: 'Widget_Form_Sites_Help', selects: 'sites' },
          {
            kind: 'select',
            name: 'period',
            label: 'Widget_Form_Period',
            options: [
              { value: OF_PAGE, label: 'Widget_Form_OfPage' },
              ...PERIOD_PRESETS.map((preset) => ({ value: preset, label: `Period_${preset}` })),
            ],
            validations: [{ type: 'Required', level: 'error' }],
          },
          ...form.map(toItem),
        ],
      },
      {
        title: 'Widget_Form_Display',
        items: [
          { kind: 'text', name: 'title', label: 'Widget_Form_Title', help: 'Widget_Form_Title_Help', maxLength: LIMITS.nameLength },
          {
            kind: 'text',
            name: 'description',
            label: 'Widget_Form_Description',
            isMultiline: true,
            maxLength: LIMITS.descriptionLength,
          },
        ],
      },
    ],
  } satisfies z.input<typeof formDefinitionSchema>);
}

type FieldValue = string | number | boolean | null | readonly string[];
type StoredSettings = Readonly<Record<string, unknown>>;

/** Values of the form for settings as they are stored. */
export function formValuesOf({ sites, period, ...own }: StoredSettings, form: readonly WidgetField[]): Record<string, FieldValue> {
  const chosen = form.map(({ name, choices }): [string, FieldValue] => {
    const value = own[name];
    return [name, choices ? [String(value)] : typeof value === 'number' ? value : null];
  });
  return {
    title: String(own.title ?? ''),
    description: String(own.description ?? ''),
    sites: Array.isArray(sites) ? sites.map(String) : [],
    period: [presetOf(period)],
    ...Object.fromEntries(chosen),
  };
}

/** Settings to store for values of the form. A period that the form cannot state stays while its field is not changed. */
export function settingsOf(values: Readonly<Record<string, FieldValue>>, before: StoredSettings): Record<string, unknown> {
  const [period = OF_PAGE] = Array.isArray(values.period) ? values.period : [];
  const single = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  const isSamePeriod = period === presetOf(before.period);
  return {
    ...before,
    ...Object.fromEntries(single.filter(([, value]) => value !== null && value !== undefined)),
    sites: Array.isArray(values.sites) && values.sites.length > 0 ? values.sites : 'page',
    period: isSamePeriod ? (before.period ?? OF_PAGE) : period === OF_PAGE ? OF_PAGE : { type: 'preset', selectedPreset: period },
  };
}

function presetOf(period: unknown): string {
  return typeof period === 'object' && period !== null && 'selectedPreset' in period ? String(period.selectedPreset) : OF_PAGE;
}

function toItem({ name, label, help, choices, ...bounds }: WidgetField) {
  const required = [{ type: 'Required' as const, level: 'error' as const }];
  const common = { name, label, ...(help !== undefined && { help }), validations: required };
  if (!choices) return { kind: 'number' as const, ...common, ...bounds, isInteger: true };
  return { kind: 'select' as const, ...common, options: Object.entries(choices).map(([value, text]) => ({ value, label: text })) };
}
