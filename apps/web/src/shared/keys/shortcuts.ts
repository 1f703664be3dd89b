import type { MessageKey } from '@solvane/i18n/messages';
import { createStore } from '@tanstack/react-store';

export interface Shortcut {
  /** `/`, `?`, `g h` for one key after another, `Mod+K` with Ctrl or Cmd, `Escape`. */
  keys: string;
  /** What it does, for the list of shortcuts; undefined: not listed. */
  label: MessageKey | undefined;
  /** null: what has the focus acts on it by itself; it is only listed. */
  run: (() => void) | null;
}

/** Shortcuts of what is on the screen; the newest of the same keys acts. */
export const shortcuts = createStore<{ items: readonly Shortcut[] }>({ items: [] });

export function addShortcut(shortcut: Shortcut): () => void {
  shortcuts.setState(({ items }) => ({ items: [...items, shortcut] }));
  return () => shortcuts.setState(({ items }) => ({ items: items.filter((item) => item !== shortcut) }));
}

const SEQUENCE_MS = 1_200;
let begun: { key: string; atMs: number } | undefined;

/** Finds what a key press means. Single keys are for typing while a field has the focus. */
export function findShortcut(event: KeyboardEvent, { areSingleKeysOn }: { areSingleKeysOn: boolean }): Shortcut | undefined {
  const hasModifier = event.ctrlKey || event.metaKey;
  const isTyping = isTypingTarget(event.target);
  if (event.altKey || (!hasModifier && event.key !== 'Escape' && (isTyping || !areSingleKeysOn))) return undefined;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const pressed = hasModifier ? `Mod+${key.toUpperCase()}` : key;
  const sequence = begun && event.timeStamp - begun.atMs < SEQUENCE_MS ? `${begun.key} ${pressed}` : undefined;
  begun = undefined;
  const items = shortcuts.get().items.filter(({ run }) => run !== null);
  const found = items.findLast(({ keys }) => keys === sequence) ?? items.findLast(({ keys }) => keys === pressed);
  if (!found && items.some(({ keys }) => keys.startsWith(`${pressed} `))) begun = { key: pressed, atMs: event.timeStamp };
  return found;
}

function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || isTextInput(target);
}

function isTextInput(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(element.type);
}
