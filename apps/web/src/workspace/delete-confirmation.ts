import type { MessageKey, MessageValues } from '@solvane/i18n/messages';
import { Store, useSelector } from '@tanstack/react-store';

export interface DeleteQuestion {
  /** Names the thing: `Delete the configuration PV north?` */
  title: MessageKey;
  /** What else happens. */
  message: MessageKey;
  values?: MessageValues;
  /** Verb on the button. */
  label: MessageKey;
  /** For good: this name has to be typed first. */
  typedName?: string;
  run: () => Promise<unknown>;
}

const store = new Store<{ question: DeleteQuestion | null }>({ question: null });

/** Asks before something is deleted. Only one such question can be open (spec §4). @returns whether it is asked */
export function confirmDelete(question: DeleteQuestion): boolean {
  if (store.get().question) return false;
  store.setState(() => ({ question }));
  return true;
}

export function closeDeleteConfirmation(): void {
  store.setState(() => ({ question: null }));
}

export function useDeleteQuestion(): DeleteQuestion | null {
  return useSelector(store, ({ question }) => question);
}
