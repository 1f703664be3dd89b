import type { SavedView } from '@solvane/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { toPeriodParam } from '../../../shared/time/period-address.ts';
import { useDeviceSelection } from '../../../workspace/device-selection.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import { showNotice } from '../../../workspace/notices.ts';
import { isSidePanelOpen } from '../../../workspace/panels.ts';
import { usePeriodSelection } from '../../../workspace/period.ts';
import { restoreSharedView, toPeriodOf, toSharedParameters } from '../../../workspace/shared-view.ts';
import { useSelectedSignalIds } from '../../../workspace/signal-selection.ts';
import { type StudioSearch, studioSearchSchema } from '../studio-search.ts';
import { studioViewsQuery } from './studio-views.queries.ts';
import { isSameStudioView, parseStudioView, type StudioViewContent, toStudioView } from './view-content.ts';

const PAGE = 'data-studio';
/** What an earlier view had in the address does not stay in the next one. */
const CLEARED = Object.fromEntries(Object.keys(studioSearchSchema.shape).map((name) => [name, undefined]));

export interface StudioView {
  views: readonly SavedView[];
  /** The view that is open; undefined: none. */
  view: SavedView | undefined;
  /** Something is shown otherwise than the view says. */
  isChanged: boolean;
  open: (view: SavedView) => void;
  /** What is on screen, as a view holds it. */
  content: () => Record<string, unknown>;
  /** Marks what is on screen as this view. */
  mark: (viewId: string | undefined) => void;
}

/** The saved view that is on screen, and what was changed since. */
export function useStudioView(search: StudioSearch): StudioView {
  const { data } = useQuery(studioViewsQuery());
  const navigate = useNavigate();
  const period = usePeriodSelection();
  const { selectedIds } = useFleet();
  // What is on screen is read from the stores: these only say when it changes.
  useDeviceSelection();
  useSelectedSignalIds();
  const views = data?.items ?? NO_VIEWS;
  const view = views.find(({ viewId }) => viewId === search.saved);
  const saved = useMemo(() => view && parseStudioView(view.content), [view]);
  const current = (): StudioViewContent => ({
    search,
    screen: toSharedParameters({
      pageName: PAGE,
      routeParams: {},
      period,
      hasPeriod: true,
      enterpriseIds: selectedIds,
      isSidePanelOpen: isSidePanelOpen(PAGE),
    }),
  });
  const isChanged = saved !== undefined && !isSameStudioView(current(), saved);
  const mark = (viewId: string | undefined): void =>
    void navigate({ to: '.', search: (before) => ({ ...before, saved: viewId }), replace: true });
  return {
    views,
    view,
    isChanged,
    content: () => toStudioView(current()),
    mark,
    open: (next) => {
      const content = parseStudioView(next.content);
      if (!content) return showNotice({ kind: 'error', title: 'DataStudio_Views_Unreadable' });
      restoreSharedView({ pageName: PAGE, parameters: content.screen });
      const chosen = toPeriodOf(content.screen);
      void navigate({
        to: '.',
        search: (before) => ({
          ...before,
          ...CLEARED,
          ...content.search,
          saved: next.viewId,
          ...(chosen && { period: toPeriodParam(chosen) }),
        }),
      });
    },
  };
}

const NO_VIEWS: readonly SavedView[] = [];
