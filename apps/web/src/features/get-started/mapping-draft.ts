import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { isConvertible, isUnit, listUnits, type Unit } from '@solvane/energy/units/units';

/** The column becomes this signal; null: it is left out. */
export function setSignal(draft: MappingDraft, column: string, apCode: string | null): MappingDraft {
  const others = draft.signals.filter((signal) => signal.column !== column);
  if (apCode === null) return { ...draft, signals: others };
  const known = draft.signals.find((signal) => signal.column === column);
  const unit = known?.unit !== undefined && unitsFor(apCode).includes(known.unit) ? known.unit : unitOf(apCode);
  return { ...draft, signals: [...others, { ...known, column, signal: apCode, unit }] };
}

/** The device that a column belongs to, in files with a column per device. */
export function setColumnDevice(draft: MappingDraft, column: string, segmentId: string): MappingDraft {
  return { ...draft, signals: draft.signals.map((signal) => (signal.column === column ? { ...signal, segmentId } : signal)) };
}

export function setUnit(draft: MappingDraft, column: string, unit: string): MappingDraft {
  return { ...draft, signals: draft.signals.map((signal) => (signal.column === column ? { ...signal, unit } : signal)) };
}

export function setTime(draft: MappingDraft, change: Partial<MappingDraft['time']>): MappingDraft {
  return { ...draft, time: { ...draft.time, ...change } };
}

/** The device of the whole file, or of one name in its column of devices. */
export function setDevice(draft: MappingDraft, segmentId: string, name?: string): MappingDraft {
  if (!draft.device || !('column' in draft.device)) return { ...draft, device: { segmentId } };
  if (name === undefined) return draft;
  return { ...draft, device: { ...draft.device, segments: { ...draft.device.segments, [name]: segmentId } } };
}

/** As it is sent: what has no device is left out. */
export function toMapping(draft: MappingDraft): MappingDraft {
  const { device } = draft;
  const named =
    device && 'column' in device
      ? { ...device, segments: Object.fromEntries(Object.entries(device.segments).filter(([, id]) => id !== '')) }
      : device;
  return { ...draft, ...(named && { device: named }), signals: withDevice(draft), time: withoutEmptyTexts(draft.time) };
}

/** Whether there is a device that data can go to. */
export function hasDevice(draft: MappingDraft): boolean {
  const { device } = draft;
  if (!device) return withDevice(draft).length > 0;
  return 'column' in device ? Object.values(device.segments).some((segmentId) => segmentId !== '') : device.segmentId !== '';
}

/** A column without a device of its own is of the device of its row, if the file has one. */
function withDevice({ device, signals }: MappingDraft): MappingDraft['signals'] {
  return signals.flatMap(({ segmentId, ...signal }) => (segmentId ? [{ ...signal, segmentId }] : device ? [signal] : []));
}

/** The doubt about a place, until it is answered: a place that was touched is doubted no more. */
export function doubtAt(doubts: readonly MappingDoubt[], path: readonly (string | number)[]): MappingDoubt | undefined {
  return doubts.find((doubt) => doubt.path.join('.') === path.join('.'));
}

/** Units of the file that can be turned into the catalogue's. */
export function unitsFor(apCode: string): string[] {
  const unit = unitOf(apCode);
  return isUnit(unit) ? listUnits().filter((one: Unit) => isConvertible(one, unit)) : [unit];
}

function unitOf(apCode: string): string {
  return SIGNAL_CATALOGUE.find((row) => row.apCode === apCode)?.unit ?? '';
}

function withoutEmptyTexts({ zone, clock, ...time }: MappingDraft['time']): MappingDraft['time'] {
  return { ...time, ...(zone?.trim() && { zone: zone.trim() }), ...(clock && { clock }) };
}
