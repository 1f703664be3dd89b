import { SEGMENT_TYPES } from '@solvane/energy/devices/segment-types';
import { z } from 'zod';
import type { WidgetPage } from './widget-page.ts';
import type { WidgetQuery } from './widget-queries.ts';
import { type CommonSettings, widgetSettings } from './widget-settings.ts';

const TYPES = SEGMENT_TYPES.filter((type) => type !== 'Site');
const CELLS = ['tiles', 'dense'] as const;
const SECONDS = ['auto', 'windSpeed', 'irradiance', 'age', 'none'] as const;
const SORTS = ['name', 'state', 'deviation'] as const;
const GROUPS = ['none', 'site', 'parent'] as const;

const shape = {
  /** Many devices are dense in any case. */
  cells: z.enum(CELLS).default('tiles'),
  /** Beside the power; `auto`: by what a device makes its power of. */
  second: z.enum(SECONDS).default('auto'),
  sort: z.enum(SORTS).default('name'),
  /** Whether devices are compared with their peers where nothing is expected of them. */
  peers: z.boolean().default(true),
  groupBy: z.enum(GROUPS).default('site'),
};
export type StatusGridSettings = z.output<z.ZodObject<typeof shape>>;

/** Each device a cell, colour and shape by its state. */
export const statusGridSettings = widgetSettings({
  type: 'statusGrid',
  shape,
  levels: ['generators', ...TYPES],
  without: ['period', 'numbers', 'nulls'],
  form: [
    choiceField('cells', CELLS),
    choiceField('second', SECONDS),
    choiceField('sort', SORTS),
    { name: 'peers', label: 'StatusGrid_peers', isFlag: true },
    choiceField('groupBy', GROUPS),
  ],
});

export function statusGridQueries({ level }: Pick<CommonSettings, 'level'>, { sites, segmentIds }: WidgetPage) {
  const segmentTypes = TYPES.filter((type) => type === level);
  const of = segmentIds ? { segmentIds: [...segmentIds] } : { siteIds: sites.map(({ siteId }) => siteId) };
  return { states: { kind: 'deviceStates', body: { ...of, ...(segmentTypes.length > 0 && { segmentTypes }) } } } as const satisfies Record<
    string,
    WidgetQuery
  >;
}

function choiceField<Name extends 'cells' | 'second' | 'sort' | 'groupBy'>(name: Name, values: readonly string[]) {
  return { name, label: `StatusGrid_${name}`, choices: Object.fromEntries(values.map((value) => [value, `StatusGrid_${name}_${value}`])) };
}
