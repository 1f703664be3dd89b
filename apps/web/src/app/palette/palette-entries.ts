import { fold } from '../../shared/text/fold.ts';

export type PaletteKind = 'event' | 'action' | 'page' | 'site' | 'device';

export interface PaletteEntry {
  key: string;
  kind: PaletteKind;
  name: string;
  /** Where it is: group of a page, path of a device. */
  note: string;
  /** Found by, and not shown. */
  terms?: string;
  run: (options: { newTab: boolean }) => void;
}

const KINDS: readonly PaletteKind[] = ['event', 'page', 'action', 'site', 'device'];

/** Entries whose name, note and terms hold every word; those that begin with the first word come first, then the order they came in. */
export function findEntries(entries: readonly PaletteEntry[], words: readonly string[], limit: number): PaletteEntry[] {
  const scored: { entry: PaletteEntry; score: number; index: number }[] = [];
  for (const [index, entry] of entries.entries()) {
    const name = fold(entry.name);
    const text = `${name} ${fold(`${entry.note} ${entry.terms ?? ''}`)}`;
    if (!words.every((word) => text.includes(word))) continue;
    const first = words[0] ?? '';
    const score = name.startsWith(first) ? 0 : name.includes(first) ? 1 : 2;
    scored.push({ entry, score, index });
  }
  scored.sort(
    (left, right) =>
      left.score - right.score || KINDS.indexOf(left.entry.kind) - KINDS.indexOf(right.entry.kind) || left.index - right.index,
  );
  return scored.slice(0, limit).map(({ entry }) => entry);
}

const EVENT_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** The id of an event in what was typed or pasted, be it the id alone or an address that holds it. */
export function eventIdIn(text: string): string | undefined {
  return EVENT_ID.exec(text)?.[0].toLowerCase();
}
