import { type Dashboard, dashboardEndpoints } from '@solvane/contract/dashboards';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { useDraft, useDraftBase } from '../../../shared/configuration/draft-store.ts';
import { dashboardKeys, dashboardQuery } from '../../../shared/dashboards/dashboards.queries.ts';
import { changed, dashboardDrafts, type EditHistory, redone, undone } from './edit-history.ts';

type Widgets = readonly StoredWidget[];

/** The draft of a dashboard's widgets: one step per change, kept until it is saved or discarded. */
export function useDashboardEditor(dashboard: Dashboard, onSaved: () => void) {
  const { dashboardId } = dashboard;
  const queryClient = useQueryClient();
  const draft = useDraft(dashboardDrafts, dashboardId);
  const base = useDraftBase(dashboardDrafts, dashboardId, dashboard);
  const history = useMemo<EditHistory>(() => draft ?? { past: [], present: base.widgets, future: [] }, [draft, base]);
  const put = useCallback(
    (step: (history: EditHistory) => EditHistory) =>
      dashboardDrafts.set(
        dashboardId,
        (before) => {
          const next = step(before ?? { past: [], present: base.widgets, future: [] });
          return next.past.length === 0 && next.future.length === 0 ? null : next;
        },
        { widgets: base.widgets, revision: base.revision },
      ),
    [dashboardId, base],
  );
  const change = useCallback((next: (widgets: Widgets) => Widgets) => put((before) => changed(before, next(before.present))), [put]);
  const save = useMutation({
    mutationFn: (seenRevision: string) => {
      const { title, description, tags, template, defaults } = dashboard;
      return call(dashboardEndpoints.save, {
        body: { dashboardId, seenRevision, title, description, tags, template, defaults, widgets: [...history.present] },
      });
    },
    onSuccess: async (saved) => {
      dashboardDrafts.rebase(dashboardId, () => null);
      queryClient.setQueryData(dashboardQuery(dashboardId).queryKey, saved);
      onSaved();
      await queryClient.invalidateQueries({ queryKey: dashboardKeys.all });
    },
    onError: (error) => {
      // What the other user saved is shown in the question.
      if (isConflict(error)) void queryClient.invalidateQueries({ queryKey: dashboardQuery(dashboardId).queryKey });
    },
    meta: { isShownInPlace: true },
  });
  return {
    draft,
    base,
    widgets: history.present,
    steps: history.past.length,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Over the limit nothing can be saved. */
    excess: Math.max(0, history.present.length - LIMITS.widgetsPerDashboard),
    change,
    undo: () => put(undone),
    redo: () => put(redone),
    /** The draft on top of what another user saved. */
    rebase: (widgets: Widgets) =>
      dashboardDrafts.rebase(dashboardId, () => ({ past: [dashboard.widgets], present: widgets, future: [] }), {
        widgets: dashboard.widgets,
        revision: dashboard.revision,
      }),
    discard: () => {
      dashboardDrafts.rebase(dashboardId, () => null);
      save.reset();
    },
    save,
  };
}

export type DashboardEditor = ReturnType<typeof useDashboardEditor>;

export function isConflict(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'dashboards.changed';
}
