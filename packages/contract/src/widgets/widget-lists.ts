import { isComplete, MOST_THRESHOLDS, type Threshold, type ThresholdSubject } from './widget-thresholds.ts';

/** A column of a setting that is a list. Texts are keys of the message catalogue. */
export type WidgetListColumn = { name: string; label: string } & (
  | { kind: 'choice'; choices: Readonly<Record<string, string>>; isSearchable?: boolean; isMetric?: boolean }
  | { kind: 'text'; maxLength: number; problemOf?: (text: string) => string | undefined }
  | { kind: 'number' }
  /** May be left open: null. */
  | { kind: 'openNumber' }
  | { kind: 'flag' }
  /** Rules that mark the values. */
  | { kind: 'thresholds'; subjects: readonly ThresholdSubject[] }
);

/** A field for a setting that is a list of things with a few values each. */
export interface WidgetListField {
  name: string;
  label: string;
  help?: string;
  /** Of the button that adds one. */
  add: string;
  most: number;
  columns: readonly WidgetListColumn[];
}

type ListItem = Readonly<Record<string, unknown>>;

/** What a new item begins with. */
export function newItem({ columns }: WidgetListField): ListItem {
  return Object.fromEntries(columns.map((column) => [column.name, initialOf(column)]));
}

/** What is wrong with the value of a column, as a message key; undefined: nothing. */
export function columnProblem(column: WidgetListColumn, value: unknown): string | undefined {
  if (column.kind === 'number') return typeof value === 'number' ? undefined : 'Common_Validation_Required';
  if (column.kind === 'thresholds') {
    const rules = Array.isArray(value) ? (value as Threshold[]) : [];
    return rules.length <= MOST_THRESHOLDS && rules.every(isComplete) ? undefined : 'Widget_Threshold_Incomplete';
  }
  return column.kind === 'text' ? column.problemOf?.(typeof value === 'string' ? value : '') : undefined;
}

/** Whether a list of a form can be stored. */
export function isWhole({ columns, most }: WidgetListField, items: readonly ListItem[]): boolean {
  return items.length <= most && items.every((item) => columns.every((column) => columnProblem(column, item[column.name]) === undefined));
}

function initialOf(column: WidgetListColumn): unknown {
  switch (column.kind) {
    case 'choice':
      return Object.keys(column.choices)[0] ?? '';
    case 'text':
      return '';
    case 'flag':
      return false;
    case 'number':
      return 0;
    case 'openNumber':
      return null;
    case 'thresholds':
      return [];
  }
}
