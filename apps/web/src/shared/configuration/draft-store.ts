import { createStore, type Store, useSelector } from '@tanstack/react-store';

interface Entry<Draft, Base> {
  draft: Draft;
  /** What was loaded when the first change was made. undefined: whatever is loaded */
  base: Base | undefined;
}

/** Changes that are not saved, by what they belong to; kept while the user looks at another screen. */
export interface DraftStore<Draft, Base> {
  store: Store<Readonly<Record<string, Entry<Draft, Base>>>>;
  none: Draft;
  /** @param base - the configuration that is changed; the first one counts until the draft is gone or replaced */
  set: (key: string, next: (draft: Draft) => Draft, base?: Base) => void;
  /**
   * Replaces a draft: after a save, or after the changes of another user were taken over.
   *
   * @param base - what it is made from now; default: whatever is loaded until the next change
   */
  rebase: (key: string, next: (draft: Draft) => Draft, base?: Base) => void;
  clear: () => void;
}

interface DraftStoreOptions<Draft> {
  /** The draft of a configuration without changes. */
  none: Draft;
  isNone: (draft: Draft) => boolean;
}

/** One per screen, outside of its components. While it holds a draft the browser asks before the tab is closed. */
export function createDraftStore<Draft, Base = undefined>({ none, isNone }: DraftStoreOptions<Draft>): DraftStore<Draft, Base> {
  const store = createStore<Readonly<Record<string, Entry<Draft, Base>>>>({});
  const replace = (drafts: Readonly<Record<string, Entry<Draft, Base>>>): void => {
    store.setState(() => drafts);
    if (Object.keys(drafts).length > 0) window.addEventListener('beforeunload', askBeforeUnload);
    else window.removeEventListener('beforeunload', askBeforeUnload);
  };
  const askBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  const put = (key: string, next: (draft: Draft) => Draft, baseOf: (before: Entry<Draft, Base> | undefined) => Base | undefined): void => {
    const { [key]: before, ...others } = store.get();
    const draft = next(before ? before.draft : none);
    replace(isNone(draft) ? others : { ...others, [key]: { draft, base: baseOf(before) } });
  };
  return {
    store,
    none,
    set: (key, next, base) => put(key, next, (before) => before?.base ?? base),
    rebase: (key, next, base) => put(key, next, () => base),
    clear: () => replace({}),
  };
}

export function useDraft<Draft, Base>({ store, none }: DraftStore<Draft, Base>, key: string): Draft {
  return useSelector(store, (drafts) => drafts[key]?.draft ?? none);
}

/** What the draft was made from: it stays while newer data are loaded. Without a draft what is loaded. */
export function useDraftBase<Draft, Base>({ store }: DraftStore<Draft, Base>, key: string, loaded: Base): Base {
  return useSelector(store, (drafts) => drafts[key]?.base) ?? loaded;
}
