import type { Revision } from '@solvane/contract/validity';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { createDraftStore } from '../../../shared/configuration/draft-store.ts';

type Widgets = readonly StoredWidget[];

/** Widgets as they are edited, with what can be undone and redone. */
export interface EditHistory {
  past: readonly Widgets[];
  present: Widgets;
  future: readonly Widgets[];
}

/** What a draft was made from. */
export interface EditBase {
  widgets: Widgets;
  revision: Revision;
}

const MOST_STEPS = 100;

/** One step. What changes nothing is none. */
export function changed({ past, present, ...rest }: EditHistory, next: Widgets): EditHistory {
  if (next === present) return { past, present, ...rest };
  return { past: [...past, present].slice(-MOST_STEPS), present: next, future: [] };
}

export function undone({ past, present, future }: EditHistory): EditHistory {
  const previous = past.at(-1);
  return previous ? { past: past.slice(0, -1), present: previous, future: [present, ...future] } : { past, present, future };
}

export function redone({ past, present, future }: EditHistory): EditHistory {
  const [next, ...later] = future;
  return next ? { past: [...past, present], present: next, future: later } : { past, present, future };
}

/** Drafts by dashboard, kept while the user looks at another screen. */
export const dashboardDrafts = createDraftStore<EditHistory | null, EditBase>({ none: null, isNone: (draft) => draft === null });
