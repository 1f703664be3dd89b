import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { EventDetails as Details } from '@solvane/contract/events';
import type { EventId } from '@solvane/contract/ids';
import { Tabs } from '@solvane/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { EventChanges } from '../../shared/events/actions/event-changes.tsx';
import { useAcknowledgeEvent } from '../../shared/events/actions/use-acknowledge-event.ts';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { openDetails } from '../../workspace/details.ts';
import { useHasEventSelection } from '../../workspace/event-walk.ts';
import { CommentsTab } from './comments-tab.tsx';
import { EventActionDialogs, type EventActionName, useEventKeys } from './event-action-dialogs.tsx';
import { EventActions } from './event-actions.tsx';
import classes from './event-details.module.css';
import { EventFacts } from './event-facts.tsx';
import { EventHead } from './event-head.tsx';
import { useUndo } from './event-history.queries.ts';
import { EventSummaryFoot } from './event-summary-foot.tsx';
import { EventTimeline } from './event-timeline.tsx';
import { HistoryTab } from './history-tab.tsx';
import { LossesTab } from './losses-tab.tsx';
import { RawEventsTab } from './raw-events-tab.tsx';
import { RemoteResetTab } from './remote-reset-tab.tsx';
import { SimilarTab } from './similar-tab.tsx';
import { WorkOrdersTab } from './work-orders-tab.tsx';

const TABS = ['summary', 'raw', 'losses', 'comments', 'workOrders', 'similar', 'remoteReset', 'history'] as const;
type TabName = (typeof TABS)[number];

interface EventDetailsProps {
  eventId: string;
  /** Tab to begin with; one that is not known is the summary. */
  tab?: string | undefined;
  /** Of a page of its own: where the way along the list leads. Default: the details panel. */
  onWalk?: ((eventId: EventId, tab: string) => void) | undefined;
  /** Where its head is shown. Default: above the tabs. */
  headSlot?: HTMLElement | null | undefined;
}

/** One event in full: what happened, what it cost and how that is known, its comments, and every possible action. */
export function EventDetails({ eventId, tab, onWalk, headSlot }: EventDetailsProps) {
  const { formatMessage } = useIntl();
  const { data, error, isPending, refetch } = useQuery(eventQuery(eventId));
  if (error && !data) {
    if (error instanceof AppError && error.code === 'events.notFound')
      return <EntityNotFound kind="event" level={onWalk ? 'page' : 'part'} />;
    return (
      <ErrorState error={error} level={onWalk ? 'page' : 'part'} title="EventDetails_Failed" onRetry={() => void refetch()}>
        <Button variant="default" size="xs" component={Link} to="/event-log">
          {formatMessage({ id: 'EntityNotFound_GoToEventLog' })}
        </Button>
      </ErrorState>
    );
  }
  if (isPending || !data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  return <LoadedEvent details={data} tab={tab} onWalk={onWalk} headSlot={headSlot} />;
}

function LoadedEvent({ details, tab, onWalk = walkInPanel, headSlot }: Omit<EventDetailsProps, 'eventId'> & { details: Details }) {
  const { formatMessage, formatNumber } = useIntl();
  const { event } = details;
  const access = useAccess();
  const hasResets = access.features.remoteReset === true && hasPermission(access, 'RemoteReset');
  const [chosen, setChosen] = useState({ from: tab, tab: toTab(tab), writes: false });
  // A link to another tab moves there, whatever was chosen before.
  const current = chosen.from === tab ? chosen.tab : toTab(tab);
  const show = (next: TabName, writes = false): void => setChosen({ from: tab, tab: next, writes });
  const [eventAction, setAction] = useState<EventActionName | null>(null);
  const cursorMs = useRef<number | undefined>(undefined);
  const [splitAtMs, setSplitAtMs] = useState<number>();
  const acknowledging = useAcknowledgeEvent(event);
  const undo = useUndo(event);
  const begin = (next: EventActionName | null): void => {
    setSplitAtMs(cursorMs.current);
    setAction(next);
  };
  const hasSelection = useHasEventSelection();
  useEventKeys({
    event,
    areOn: eventAction === null && !hasSelection,
    onAction: begin,
    onAcknowledge: acknowledging.toggle,
    onComment: () => show('comments', true),
    onUndo: () => undo.mutate(undefined),
    onLosses: () => show('losses'),
  });
  const contents: Record<TabName, () => ReactNode> = {
    summary: () => (
      <>
        <EventActions event={event} acknowledging={acknowledging} onAction={begin} />
        <EventFacts details={details} />
        <EventTimeline
          details={details}
          onCursor={(atMs) => {
            cursorMs.current = atMs ?? undefined;
          }}
        />
        <EventSummaryFoot details={details} onTab={show} />
      </>
    ),
    raw: () => <RawEventsTab details={details} />,
    losses: () => <LossesTab details={details} />,
    comments: () => <CommentsTab details={details} isWriting={chosen.writes} />,
    workOrders: () => <WorkOrdersTab details={details} />,
    similar: () => <SimilarTab eventId={event.eventId} />,
    remoteReset: () => <RemoteResetTab event={event} />,
    history: () => <HistoryTab event={event} />,
  };
  const head = <EventHead event={event} areKeysOn={eventAction === null} onWalk={(next) => onWalk(next, current)} />;
  return (
    <div className={classes.details}>
      {headSlot ? createPortal(head, headSlot) : head}
      {/* A key acknowledges on every tab. */}
      {(acknowledging.error || acknowledging.changes.length > 0) && (
        <div className={classes.refused}>
          <EventChanges changes={acknowledging.changes} />
          <EventActionProblem error={acknowledging.error} failed="EventLog_Acknowledge_Failed" zone={event.timezone} />
        </div>
      )}
      <Tabs
        label={formatMessage({ id: 'EventDetails_Tabs' })}
        value={current}
        onChange={show}
        tabs={TABS.filter((name) => name !== 'remoteReset' || hasResets).map((name) => ({
          name,
          label: formatMessage({ id: `EventDetails_Tab_${name}` }),
          count: countOf(name, details) > 0 ? formatNumber(countOf(name, details)) : undefined,
          isKept: name === 'comments' || name === 'workOrders',
          content: contents[name],
        }))}
      />
      <EventActionDialogs event={event} action={eventAction} atMs={splitAtMs} onAction={begin} />
    </div>
  );
}

function walkInPanel(eventId: EventId, tab: string): void {
  openDetails({ kind: 'event', eventId, tab });
}

function toTab(tab: string | undefined): TabName {
  return TABS.find((name) => name === tab) ?? 'summary';
}

function countOf(tab: TabName, { rawEvents, comments, workOrders }: Details): number {
  if (tab === 'raw') return rawEvents.length;
  if (tab === 'workOrders') return workOrders.length;
  return tab === 'comments' ? comments.length : 0;
}
