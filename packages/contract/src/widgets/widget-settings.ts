import { z } from 'zod';
import { siteIdSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { widgetPeriodSchema } from './widget-period.ts';

/** Settings that every widget has. */
const commonShape = {
  /** May hold placeholders; empty: the default title of the widget. */
  title: z.string().max(LIMITS.nameLength).default(''),
  description: z.string().max(LIMITS.descriptionLength).default(''),
  /** `page`: the sites that the page shows. */
  sites: z.union([z.literal('page'), z.array(siteIdSchema).min(1).max(LIMITS.selectedDevices)]).default('page'),
  /** `page`: the period that the page shows. */
  period: z.union([z.literal('page'), widgetPeriodSchema]).default('page'),
};
type CommonShape = typeof commonShape;

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

/** Settings of the newest version; `newer`: stored by a newer version of the product; `incomplete`: something that is needed is missing or wrong. */
export type ReadSettings<Settings> =
  | { status: 'complete'; settings: Settings }
  | { status: 'newer' }
  | { status: 'incomplete'; issues: readonly z.core.$ZodIssue[] };

/** A field of the form of a widget, for a setting of its own. Texts are keys of the message catalogue. */
export interface WidgetField<Name extends string = string> {
  name: Name;
  label: string;
  help?: string;
  /** Texts of the values of a setting that is one of several; absent: a whole number. */
  choices?: Readonly<Record<string, string>>;
  min?: number;
  max?: number;
}

export interface WidgetSettings<Settings> {
  type: string;
  version: number;
  /** Fields for its own settings, after the common ones. */
  form: readonly WidgetField[];
  read(stored: Pick<StoredWidget, 'version' | 'settings'>): ReadSettings<Settings>;
}

interface WidgetSettingsDefinition<Shape extends z.ZodRawShape> {
  type: string;
  /** Settings of its own, beside the common ones. */
  shape: Shape;
  /** From version 1 to 2, from 2 to 3, ...: stored settings are upgraded when read, never in place. */
  upgrades?: readonly ((settings: StoredSettings) => StoredSettings)[];
  form?: readonly WidgetField<Extract<keyof Shape, string>>[];
}

/** The versioned settings of one type of widget. */
export function widgetSettings<Shape extends z.ZodRawShape>({
  type,
  shape,
  upgrades = [],
  form = [],
}: WidgetSettingsDefinition<Shape>): WidgetSettings<z.output<z.ZodObject<CommonShape & Shape>>> {
  const schema = z.object({ ...commonShape, ...shape });
  const version = upgrades.length + 1;
  return {
    type,
    version,
    form,
    read: (stored) => {
      if (stored.version > version) return { status: 'newer' };
      const upgraded = upgrades.slice(stored.version - 1).reduce((settings, upgrade) => upgrade(settings), stored.settings);
      const parsed = schema.safeParse(upgraded);
      return parsed.success ? { status: 'complete', settings: parsed.data } : { status: 'incomplete', issues: parsed.error.issues };
    },
  };
}
