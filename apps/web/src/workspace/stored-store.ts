import { Store } from '@tanstack/react-store';
import { z } from 'zod';

export interface StoredStoreOptions<T extends object> {
  key: string;
  /** Grows when the shape changes; `upgrades[0]` turns version 1 into 2, and so on. */
  version: number;
  schema: z.ZodType<T>;
  initial: T;
  /** `device`: shared between tabs. `tab`: belongs to this one. `tabFirst`: belongs to this tab, and a new tab begins as the last one was. */
  scope: 'device' | 'tab' | 'tabFirst';
  upgrades?: readonly ((older: unknown) => unknown)[];
}

interface StoredEntry {
  load: () => void;
  takeOver: (event: StorageEvent) => void;
}

const envelopeSchema = z.object({ version: z.number().int().positive(), value: z.unknown() });
const entries = new Set<StoredEntry>();
let currentUser = '';

/** State that survives a reload, per user. What is stored wrongly or by a newer version is ignored and never breaks a start. */
export function createStoredStore<T extends object>(options: StoredStoreOptions<T>): Store<T> {
  const store = new Store<T>(options.initial);
  let isLoading = false;

  store.subscribe((value) => {
    if (isLoading || currentUser === '') return;
    const text = JSON.stringify({ version: options.version, value });
    for (const storage of storagesOf(options.scope)) write(storage, nameOf(options.key), text);
  });

  function take(value: T): void {
    isLoading = true;
    store.setState(() => value);
    isLoading = false;
  }

  const entry: StoredEntry = {
    load: () => take(readFirst(options) ?? options.initial),
    takeOver: (event) => {
      if (options.scope !== 'device' || event.key !== nameOf(options.key)) return;
      const value = event.newValue === null ? undefined : parseStored(event.newValue, options);
      if (value) take(value);
    },
  };
  entries.add(entry);
  // Stores of screens that load later come after the user is known.
  if (currentUser !== '') entry.load();
  return store;
}

/** Called once it is known who works here; everything stored is read again. */
export function openStoredStores(userId: string): void {
  currentUser = userId;
  for (const entry of entries) entry.load();
}

export function watchOtherTabs(): () => void {
  const takeOver = (event: StorageEvent): void => {
    for (const entry of entries) entry.takeOver(event);
  };
  window.addEventListener('storage', takeOver);
  return () => window.removeEventListener('storage', takeOver);
}

/** undefined: not ours, broken, or written by a newer version. */
export function parseStored<T extends object>(
  text: string,
  { version, schema, upgrades = [] }: Pick<StoredStoreOptions<T>, 'version' | 'schema' | 'upgrades'>,
): T | undefined {
  const envelope = envelopeSchema.safeParse(parseJson(text)).data;
  if (!envelope || envelope.version > version) return undefined;
  try {
    const value = upgrades.slice(envelope.version - 1, version - 1).reduce<unknown>((older, upgrade) => upgrade(older), envelope.value);
    return schema.safeParse(value).data;
  } catch {
    // An upgrade that cannot read what an older version left behind.
    return undefined;
  }
}

function readFirst<T extends object>(options: StoredStoreOptions<T>): T | undefined {
  for (const storage of storagesOf(options.scope)) {
    const text = read(storage, nameOf(options.key));
    const value = text === null ? undefined : parseStored(text, options);
    if (value) return value;
  }
  return undefined;
}

function nameOf(key: string): string {
  return `solvane.${currentUser}.${key}`;
}

function storagesOf(scope: StoredStoreOptions<object>['scope']): (() => Storage)[] {
  const [tab, device] = [() => sessionStorage, () => localStorage];
  if (scope === 'device') return [device];
  return scope === 'tab' ? [tab] : [tab, device];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Storage may be forbidden or full; the product then works without memory. */
function read(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, text: string): void {
  try {
    storage().setItem(name, text);
  } catch (error) {
    console.warn('Could not be remembered', name, error);
  }
}
