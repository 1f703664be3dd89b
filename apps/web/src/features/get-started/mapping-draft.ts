import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { isConvertible, isUnit, listUnits, type Unit } from '@solvane/energy/units/units';

/** Time zone of nothing yet: every draft has one of its own or a zone to type. */
export const TIME_FORMATS = [
  'iso',
  'dayFirst',
  'monthFirst',
  'epochSeconds',
  'epochMilliseconds',
] as const satisfies readonly MappingDraft['time']['format'][];

/** The column becomes this signal; null: it is left out. */
export function setSignal(draft: MappingDraft, column: string, apCode: string | null): MappingDraft {
  const others = draft.signals.filter((signal) => signal.column !== column);
  if (apCode === null) return { ...draft, signals: others };
  const known = draft.signals.find((signal) => signal.column === column);
  const unit = known?.unit !== undefined && unitsFor(apCode).includes(known.unit) ? known.unit : unitOf(apCode);
  return { ...draft, signals: [...others, { column, signal: apCode, unit }] };
}

export function setUnit(draft: MappingDraft, column: string, unit: string): MappingDraft {
  return { ...draft, signals: draft.signals.map((signal) => (signal.column === column ? { ...signal, unit } : signal)) };
}

export function setTime(draft: MappingDraft, change: Partial<MappingDraft['time']>): MappingDraft {
  return { ...draft, time: { ...draft.time, ...change } };
}

/** The device of the whole file, or of one name in its column of devices. */
export function setDevice(draft: MappingDraft, segmentId: string, name?: string): MappingDraft {
  if (!('column' in draft.device)) return { ...draft, device: { segmentId } };
  if (name === undefined) return draft;
  return { ...draft, device: { ...draft.device, segments: { ...draft.device.segments, [name]: segmentId } } };
}

/** As it is sent: names of devices that are left out of the import stay out of the mapping. */
export function toMapping(draft: MappingDraft): MappingDraft {
  const { device } = draft;
  const named =
    'column' in device
      ? { ...device, segments: Object.fromEntries(Object.entries(device.segments).filter(([, id]) => id !== '')) }
      : device;
  return { ...draft, device: named, time: withoutEmptyZone(draft.time) };
}

/** Whether every column that has to have a device has one. */
export function hasDevice({ device }: MappingDraft): boolean {
  return 'column' in device ? Object.values(device.segments).some((segmentId) => segmentId !== '') : device.segmentId !== '';
}

/** The doubt about a place, until it is answered: a place that was touched is doubted no more. */
export function doubtAt(doubts: readonly MappingDoubt[], path: readonly (string | number)[]): MappingDoubt['what'] | undefined {
  return doubts.find((doubt) => doubt.path.join('.') === path.join('.'))?.what;
}

/** Units of the file that can be turned into the catalogue's. */
export function unitsFor(apCode: string): string[] {
  const unit = unitOf(apCode);
  return isUnit(unit) ? listUnits().filter((one: Unit) => isConvertible(one, unit)) : [unit];
}

function unitOf(apCode: string): string {
  return SIGNAL_CATALOGUE.find((row) => row.apCode === apCode)?.unit ?? '';
}

function withoutEmptyZone({ zone, ...time }: MappingDraft['time']): MappingDraft['time'] {
  return zone === undefined || zone.trim() === '' ? time : { ...time, zone: zone.trim() };
}
