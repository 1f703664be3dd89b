import type { EVENT_EXPORT_COLUMNS } from '@solvane/contract/event-commands';
import type { EventSort } from '@solvane/contract/events';
import type { MessageKey } from '@solvane/i18n/messages';
import { z } from 'zod';

export interface ColumnKind {
  label: MessageKey;
  /** undefined: the log cannot be put in this order. */
  sort?: EventSort['by'];
  /** Pixels. */
  width: number;
  /** Takes what room is left. */
  isFlexible?: boolean;
  isNumber?: boolean;
  /** As long as its author made it: it may not fit. */
  isText?: boolean;
  /** The head is for those who listen only. */
  isUnseen?: boolean;
  exports: readonly (typeof EVENT_EXPORT_COLUMNS)[number][];
}

export const COLUMN_IDS = [
  'type',
  'start',
  'end',
  'device',
  'code',
  'category',
  'priority',
  'duration',
  'lostEnergy',
  'lostPower',
  'revenueLoss',
  'acknowledged',
  'acknowledgedBy',
  'comments',
  'energyType',
  'origin',
  'reset',
] as const;
export type ColumnId = (typeof COLUMN_IDS)[number];

export const COLUMNS: Readonly<Record<ColumnId, ColumnKind>> = {
  type: { label: 'EventLog_Column_Type', sort: 'type', width: 30, isUnseen: true, exports: ['type'] },
  start: { label: 'EventLog_Column_Start', sort: 'start', width: 118, exports: ['start', 'timezone'] },
  end: { label: 'EventLog_Column_End', sort: 'end', width: 126, exports: ['end'] },
  device: { label: 'EventLog_Column_Device', sort: 'device', width: 150, isFlexible: true, isText: true, exports: ['site', 'device'] },
  code: { label: 'EventLog_Column_Code', sort: 'code', width: 104, isFlexible: true, isText: true, exports: ['code', 'codeText'] },
  category: { label: 'EventLog_Column_Category', sort: 'category', width: 130, isFlexible: true, isText: true, exports: ['category'] },
  priority: { label: 'EventLog_Column_Priority', sort: 'priority', width: 64, isNumber: true, exports: ['priority'] },
  duration: { label: 'EventLog_Column_Duration', sort: 'duration', width: 80, isNumber: true, exports: ['duration'] },
  lostEnergy: { label: 'EventLog_Column_Lost', sort: 'lostEnergy', width: 98, isNumber: true, exports: ['lostEnergy'] },
  lostPower: { label: 'EventLog_Column_LostPower', width: 92, isNumber: true, exports: [] },
  revenueLoss: {
    label: 'EventLog_Column_Revenue',
    sort: 'revenueLoss',
    width: 92,
    isNumber: true,
    exports: ['revenueLoss', 'unpricedDays', 'currency'],
  },
  acknowledged: { label: 'EventLog_Column_Acknowledged', sort: 'attention', width: 70, exports: ['acknowledgedAt'] },
  acknowledgedBy: { label: 'EventLog_Column_AcknowledgedBy', width: 130, isText: true, exports: ['acknowledgedBy'] },
  comments: { label: 'EventLog_Column_Comments', width: 84, isNumber: true, exports: ['commentCount'] },
  energyType: { label: 'EventLog_Column_EnergyType', width: 96, isText: true, exports: [] },
  origin: { label: 'EventLog_Column_Origin', width: 104, isText: true, exports: ['origin'] },
  reset: { label: 'EventLog_Column_Reset', width: 104, isText: true, exports: [] },
};

const columnSchema = z.object({
  id: z.enum(COLUMN_IDS),
  /** Pixels, as the user set it. null: its own width */
  width: z.number().min(24).max(800).nullable(),
  /** Stays in sight when the table is scrolled sideways. */
  isPinned: z.boolean(),
});
export type Column = z.infer<typeof columnSchema>;

/** Columns from left to right, pinned ones first, none twice. */
export const columnsSchema = z
  .array(columnSchema)
  .min(1)
  .transform((columns) => pinnedFirst(columns.filter(({ id }, index) => columns.findIndex((other) => other.id === id) === index)));

const MOST_NARROW = 24;
const MOST_WIDE = 800;

export const DEFAULT_COLUMNS: readonly Column[] = (
  ['type', 'start', 'device', 'code', 'category', 'duration', 'lostEnergy', 'revenueLoss', 'acknowledged'] as const
).map((id) => ({ id, width: null, isPinned: false }));

/** A column more, at its usual place, or one less; the last one stays. */
export function toggleColumn(columns: readonly Column[], id: ColumnId): readonly Column[] {
  if (columns.some((column) => column.id === id)) return columns.length > 1 ? columns.filter((column) => column.id !== id) : columns;
  const place = COLUMN_IDS.indexOf(id);
  const before = columns.findLastIndex((column) => COLUMN_IDS.indexOf(column.id) < place);
  return pinnedFirst(columns.toSpliced(before + 1, 0, { id, width: null, isPinned: false }));
}

/** A column by some places to the right, or to the left; pinned ones and the others stay among themselves. */
export function moveColumn(columns: readonly Column[], id: ColumnId, by: number): readonly Column[] {
  const from = columns.findIndex((column) => column.id === id);
  const column = columns[from];
  if (!column) return columns;
  const to = Math.max(0, Math.min(columns.length - 1, from + by));
  return pinnedFirst(columns.toSpliced(from, 1).toSpliced(to, 0, column));
}

export function pinColumn(columns: readonly Column[], id: ColumnId, isPinned: boolean): readonly Column[] {
  return pinnedFirst(columns.map((column) => (column.id === id ? { ...column, isPinned } : column)));
}

/** @param width - pixels; null: its own */
export function resizeColumn(columns: readonly Column[], id: ColumnId, width: number | null): readonly Column[] {
  const fitting = width === null ? null : Math.round(Math.max(MOST_NARROW, Math.min(MOST_WIDE, width)));
  return columns.map((column) => (column.id === id ? { ...column, width: fitting } : column));
}

/** What goes first where the columns are the usual ones and do not fit. */
export const DROPPED_FIRST: readonly ColumnId[] = ['code', 'revenueLoss', 'category', 'duration'];

type CardSlot = 'mark' | 'title' | 'value' | 'subtitle' | 'meta' | 'state' | 'detail' | 'figure';

const CARD_TEXTS = { type: 'mark', device: 'title', category: 'subtitle', start: 'detail', acknowledged: 'state' } as const;
const CARD_NUMBERS = ['value', 'meta', 'figure'] as const;
const DEFAULT_NUMBERS: readonly ColumnId[] = ['lostEnergy', 'revenueLoss', 'duration'];

/** A phone's card: where, what, when and the state of every event, and the first three numbers of the chosen columns. */
export function cardSlots(columns: readonly Column[]): ReadonlyMap<ColumnId, CardSlot> {
  const numbers = columns === DEFAULT_COLUMNS ? DEFAULT_NUMBERS : columns.map(({ id }) => id).filter((id) => COLUMNS[id].isNumber);
  const texts = Object.entries(CARD_TEXTS) as [ColumnId, CardSlot][];
  return new Map([
    ...texts,
    ...numbers.slice(0, CARD_NUMBERS.length).map((id, index): [ColumnId, CardSlot] => [id, CARD_NUMBERS[index] ?? 'value']),
  ]);
}

function pinnedFirst(columns: readonly Column[]): Column[] {
  return [...columns.filter(({ isPinned }) => isPinned), ...columns.filter(({ isPinned }) => !isPinned)];
}
