import { createStore, type Store, useSelector } from '@tanstack/react-store';

/** Changes that are not saved, by what they belong to; kept while the user looks at another screen. */
export interface DraftStore<Draft> {
  store: Store<Readonly<Record<string, Draft>>>;
  none: Draft;
  set: (key: string, next: (draft: Draft) => Draft) => void;
  clear: () => void;
}

interface DraftStoreOptions<Draft> {
  /** The draft of a configuration without changes. */
  none: Draft;
  isNone: (draft: Draft) => boolean;
}

/** One per screen, outside of its components. While it holds a draft the browser asks before the tab is closed. */
export function createDraftStore<Draft>({ none, isNone }: DraftStoreOptions<Draft>): DraftStore<Draft> {
  const store = createStore<Readonly<Record<string, Draft>>>({});
  const replace = (drafts: Readonly<Record<string, Draft>>): void => {
    store.setState(() => drafts);
    if (Object.keys(drafts).length > 0) window.addEventListener('beforeunload', askBeforeUnload);
    else window.removeEventListener('beforeunload', askBeforeUnload);
  };
  const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  return {
    store,
    none,
    set: (key, next) => {
      const { [key]: before, ...others } = store.get();
      const draft = next(before ?? none);
      replace(isNone(draft) ? others : { ...others, [key]: draft });
    },
    clear: () => replace({}),
  };
}

export function useDraft<Draft>({ store, none }: DraftStore<Draft>, key: string): Draft {
  return useSelector(store, (drafts) => drafts[key] ?? none);
}
