import type { ImportMapping } from '@solvane/contract/import-mapping';

/** Columns of the file that the mapping reads. */
export function columnsOf(mapping: ImportMapping): string[] {
  const { time, device, long, only = {}, signals } = mapping;
  return [
    ...new Set([
      time.column,
      ...(time.clock === undefined ? [] : [time.clock]),
      ...(device && 'column' in device ? [device.column] : []),
      ...Object.keys(only),
      ...(long ? [long.nameColumn, long.valueColumn] : signals.map(({ column }) => column)),
      ...eventTexts(mapping),
      ...eventTimes(mapping).map(({ column }) => column),
    ]),
  ];
}

/** The column of codes, and of what came with them. */
export function eventTexts({ events }: ImportMapping): string[] {
  if (!events) return [];
  return 'activeCode' in events ? [events.activeCode] : [events.code, ...(events.text === undefined ? [] : [events.text])];
}

/** Columns of instants that events have of their own. */
export function eventTimes({ events }: ImportMapping): { name: 'begin' | 'finish'; column: string }[] {
  if (!events || 'activeCode' in events) return [];
  return [{ name: 'begin', column: events.start }, ...(events.end === undefined ? [] : [{ name: 'finish' as const, column: events.end }])];
}
