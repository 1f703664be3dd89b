import { Button, Tabs } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { EventDetails as Details } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { CommentsTab } from './comments-tab.tsx';
import { EventActions } from './event-actions.tsx';
import classes from './event-details.module.css';
import { EventFacts } from './event-facts.tsx';
import { EventPower } from './event-power.tsx';
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
}

/** One event in full: what happened, what it cost and how that is known, who said what about it. */
export function EventDetails({ eventId, tab }: EventDetailsProps) {
  const { formatMessage } = useIntl();
  const access = useAccess();
  const hasResets = access.features.remoteReset === true && hasPermission(access, 'RemoteReset');
  const { data, error, isPending, refetch } = useQuery(eventQuery(eventId));
  const [chosen, setChosen] = useState({ from: tab, tab: toTab(tab) });
  // A link to another tab moves there, whatever was chosen before.
  const current = chosen.from === tab ? chosen.tab : toTab(tab);
  if (error && !data) {
    return (
      <ErrorState
        error={error}
        // That there is no such event is no failure to fetch it.
        {...(error instanceof AppError && error.code === 'events.notFound' ? {} : { title: 'EventDetails_Failed' as const })}
        onRetry={() => void refetch()}
      >
        <Button variant="default" size="xs" component={Link} to="/event-log">
          {formatMessage({ id: 'EventDetails_GoToLog' })}
        </Button>
      </ErrorState>
    );
  }
  if (isPending || !data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  return (
    <div className={classes.details}>
      <EventHead details={data} />
      <Tabs value={current} onChange={(next) => setChosen({ from: tab, tab: toTab(next ?? undefined) })} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {TABS.filter((name) => name !== 'remoteReset' || hasResets).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {formatMessage({ id: `EventDetails_Tab_${name}` }, { count: countOf(name, data) })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="summary" className={classes.panel}>
          <EventActions event={data.event} />
          <EventFacts details={data} />
          <EventPower event={data.event} />
        </Tabs.Panel>
        <Tabs.Panel value="raw" className={classes.panel}>
          <RawEventsTab details={data} />
        </Tabs.Panel>
        <Tabs.Panel value="losses" className={classes.panel}>
          <LossesTab details={data} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" className={classes.panel}>
          <CommentsTab details={data} />
        </Tabs.Panel>
        <Tabs.Panel value="workOrders" className={classes.panel}>
          <WorkOrdersTab details={data} />
        </Tabs.Panel>
        <Tabs.Panel value="similar" className={classes.panel}>
          <SimilarTab eventId={eventId} />
        </Tabs.Panel>
        <Tabs.Panel value="remoteReset" className={classes.panel}>
          <RemoteResetTab event={data.event} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={classes.panel}>
          <HistoryTab event={data.event} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function EventHead({ details: { event } }: { details: Details }) {
  const words = useEventWords();
  const title = words.title(event);
  return (
    <header className={classes.head}>
      <EventMark type={event.type} />
      <div>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.sub}>{[event.siteName, event.deviceName, words.type(event.type)].join(' · ')}</p>
      </div>
    </header>
  );
}

function toTab(tab: string | undefined): TabName {
  return TABS.find((name) => name === tab) ?? 'summary';
}

function countOf(tab: TabName, { rawEvents, comments, workOrders }: Details): number {
  if (tab === 'raw') return rawEvents.length;
  if (tab === 'workOrders') return workOrders.length;
  return tab === 'comments' ? comments.length : 0;
}
