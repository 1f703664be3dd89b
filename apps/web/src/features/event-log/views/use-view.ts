import type { SavedView } from '@solvane/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useMemo } from 'react';
import { z } from 'zod';
import { createStoredStore } from '../../../workspace/stored-store.ts';
import { eventViewsQuery } from '../event-log.queries.ts';
import { type EventLogSearch, OWN_VIEW, ownSearch } from '../event-log-search.ts';
import { type Column, columnsSchema, DEFAULT_COLUMNS } from '../table/columns.ts';
import { isSameView, OWN_CONTENT, parseView, type ViewContent } from './view-content.ts';

/** Columns as they were changed last, and of which view. */
const drawnColumns = createStoredStore({
  key: 'event-columns',
  version: 1,
  schema: z.object({ of: z.string(), columns: columnsSchema.nullable() }),
  initial: { of: OWN_VIEW, columns: null },
  scope: 'tabFirst',
});

export interface CurrentView {
  /** What is asked and how it is shown: by the address, else by the user's default view. */
  search: EventLogSearch;
  columns: readonly Column[];
  setColumns: (columns: readonly Column[]) => void;
  views: readonly SavedView[];
  /** undefined: the log's own. */
  view: SavedView | undefined;
  /** Something is shown otherwise than the view says. */
  isChanged: boolean;
  /** Another view, as it was saved. */
  open: (view: SavedView | undefined) => void;
}

/** The saved view the log shows, and what was changed since. */
export function useView(address: EventLogSearch, onAddress: (search: EventLogSearch) => void): CurrentView {
  const { data } = useQuery(eventViewsQuery());
  const views = data?.items ?? NO_VIEWS;
  const drawn = useSelector(drawnColumns);
  // An address that says nothing leaves it to the default view.
  const isSilent = Object.keys(ownSearch(address)).length === 0;
  const view = isSilent ? views.find(({ isDefault }) => isDefault) : views.find(({ viewId }) => viewId === address.view);
  const saved = useMemo(() => (view ? parseView(view.content) : OWN_CONTENT), [view]);
  const search = useMemo(() => (isSilent && view ? { ...saved.search, view: view.viewId } : address), [isSilent, view, saved, address]);
  const of = view?.viewId ?? OWN_VIEW;
  const columns = drawn.of === of ? (drawn.columns ?? DEFAULT_COLUMNS) : saved.columns;
  const current: ViewContent = { search, columns };
  return {
    search,
    columns,
    setColumns: (next) => drawnColumns.setState(() => ({ of, columns: next === DEFAULT_COLUMNS ? null : [...next] })),
    views,
    view,
    isChanged: !isSameView(current, saved),
    open: (next) => {
      const content = next ? parseView(next.content) : OWN_CONTENT;
      drawnColumns.setState(() => ({
        of: next?.viewId ?? OWN_VIEW,
        columns: content.columns === DEFAULT_COLUMNS ? null : [...content.columns],
      }));
      onAddress({ ...content.search, view: next?.viewId ?? OWN_VIEW });
    },
  };
}

const NO_VIEWS: readonly SavedView[] = [];
