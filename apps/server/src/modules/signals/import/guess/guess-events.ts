import type { MappingDraft } from '@solvane/contract/data-import';
import { ImportRefused } from '../import-refused.ts';
import { wordsOf } from './cell-text.ts';
import { listTimeColumns } from './time-column.ts';

export interface EventColumns {
  events: MappingDraft['events'];
  /** Rows are events, not intervals. */
  isLog: boolean;
}

export interface EventHints {
  time: string;
  /** Something else than a code is measured. */
  hasSignals: boolean;
  /** Column of codes by its name. */
  code: string | undefined;
  /** Rows follow each other at one interval. */
  isSteady: boolean;
}

/** Columns of a log of events, or of the code that is active at each interval. @throws ImportRefused for a log without codes */
export function findEventColumns(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { time, hasSignals, code: measuredCode, isSteady }: EventHints,
): EventColumns {
  const named = (pattern: RegExp, but?: string): string | undefined =>
    columns.find((column) => column !== but && pattern.test(wordsOf(column).join(' ')));
  const end = listTimeColumns(columns, rows).find(
    (column) => column !== time && /\b(end|until|off|cleared|stop|to)\b/.test(wordsOf(column).join(' ')),
  );
  if (measuredCode !== undefined && isSteady && end === undefined)
    return { events: { activeCode: measuredCode, ignore: ['0'] }, isLog: false };
  if (hasSignals) return NO_EVENTS;
  const code = measuredCode ?? named(/\b(code|cde|event no|event number|alarm no|alarm number|alarm id|event id|fault no)\b/);
  const text = named(/\b(message|text|description|meaning|alarm|event name|desc)\b/, code);
  if (code !== undefined) {
    const events = { code, ...(text === undefined ? {} : { text }), start: time, ...(end === undefined ? {} : { end }) };
    return { events, isLog: true };
  }
  if (end === undefined && text === undefined) return NO_EVENTS;
  throw new ImportRefused(
    `The file looks like a log of events or work orders (${[time, end, text].filter((column) => column !== undefined).join(', ')}) without a column of codes. Events are imported by their code; add such a column, or write the mapping by hand with events: { code, start, end }.`,
  );
}

const NO_EVENTS: EventColumns = { events: undefined, isLog: false };
