import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { isConvertible, isUnit, listUnits, type Unit } from '@solvane/energy/units/units';

/** The column becomes this signal; null: it is left out. */
export function setSignal(draft: MappingDraft, column: string, signal: string | null): MappingDraft {
  const others = draft.signals.filter((one) => one.column !== column);
  if (signal === null) return { ...draft, signals: others };
  const known = draft.signals.find((one) => one.column === column);
  const unit = known?.unit !== undefined && unitsFor(signal).includes(known.unit) ? known.unit : unitOf(signal);
  return { ...draft, signals: [...others, { ...known, column, signal, unit }] };
}

/** The device that a column belongs to, in files with a column per device. */
export function setColumnDevice(draft: MappingDraft, column: string, segmentId: string): MappingDraft {
  return { ...draft, signals: draft.signals.map((signal) => (signal.column === column ? { ...signal, segmentId } : signal)) };
}

export function setUnit(draft: MappingDraft, column: string, unit: string): MappingDraft {
  return { ...draft, signals: draft.signals.map((signal) => (signal.column === column ? { ...signal, unit } : signal)) };
}

/** What values of the column are multiplied by; undefined: nothing. */
export function setFactor(draft: MappingDraft, column: string, factor: number | undefined): MappingDraft {
  const signals = draft.signals.map(({ factor: before, ...signal }) => {
    const own = signal.column === column ? factor : before;
    return own === undefined ? signal : { ...signal, factor: own };
  });
  return { ...draft, signals };
}

/** Rows that count, by texts of columns. */
export function setConditions(draft: MappingDraft, conditions: readonly (readonly [column: string, texts: string[]])[]): MappingDraft {
  return { ...draft, only: Object.fromEntries(conditions) };
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
export function toMapping({ only, ...draft }: MappingDraft): MappingDraft {
  const { device } = draft;
  const named =
    device && 'column' in device
      ? { ...device, segments: Object.fromEntries(Object.entries(device.segments).filter(([, id]) => id !== '')) }
      : device;
  return { ...draft, ...withTexts(only), ...(named && { device: named }), signals: withDevice(draft), time: withoutEmptyTexts(draft.time) };
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

/** A condition without texts is none. */
function withTexts(only: MappingDraft['only'] = {}): Pick<MappingDraft, 'only'> {
  const filled = Object.entries(only).flatMap(([column, texts]) => {
    const own = texts.map((text) => text.trim()).filter((text) => text !== '');
    return own.length > 0 ? [[column, own] as const] : [];
  });
  return filled.length > 0 ? { only: Object.fromEntries(filled) } : {};
}

type Path = readonly (string | number)[];

/** The doubts about a place and what lies in it. */
export function doubtsAt(doubts: readonly MappingDoubt[], path: Path): MappingDoubt[] {
  return doubts.filter((doubt) => isInside(doubt.path, path));
}

/** A place that was touched is doubted no more. */
export function withoutDoubtsAt(doubts: readonly MappingDoubt[], path: Path): MappingDoubt[] {
  return doubts.filter((doubt) => !isInside(doubt.path, path));
}

function isInside(path: Path, outer: Path): boolean {
  return outer.every((part, index) => path[index] === part);
}

/** Units of the file that can be turned into the catalogue's. */
export function unitsFor(signal: string): string[] {
  const unit = unitOf(signal);
  return isUnit(unit) ? listUnits().filter((one: Unit) => isConvertible(one, unit)) : [unit];
}

function unitOf(signal: string): string {
  return findSignalDefinition(signal.includes('||') ? signal : `${signal}||Raw`)?.unit ?? '';
}

function withoutEmptyTexts({ zone, clock, ...time }: MappingDraft['time']): MappingDraft['time'] {
  return { ...time, ...(zone?.trim() && { zone: zone.trim() }), ...(clock && { clock }) };
}
