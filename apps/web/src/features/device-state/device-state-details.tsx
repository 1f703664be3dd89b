import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { Event } from '@solvane/contract/events';
import type { Site } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { IconChevronDown, IconChevronUp, IconDots, IconListDetails } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { DeviceStateMark } from '../../shared/device-states/device-state-mark.tsx';
import { deviceStateQuery, peerStatesQuery } from '../../shared/device-states/device-states.queries.ts';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { EventChanges } from '../../shared/events/actions/event-changes.tsx';
import { useAcknowledgeEvent } from '../../shared/events/actions/use-acknowledge-event.ts';
import { useRemoteReset } from '../../shared/events/actions/use-remote-reset.tsx';
import { eventQuery } from '../../shared/events/event.queries.ts';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { SOON, useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { refetchStates } from '../../shared/widgets/widget-data.queries.ts';
import { openDetails } from '../../workspace/details.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { BlockBars } from './block-bars.tsx';
import classes from './device-details.module.css';
import { StateAlarms } from './state-alarms.tsx';
import { StateDays } from './state-days.tsx';
import { StateFacts } from './state-facts.tsx';

const PeerPower = lazy(() => import('./peer-power.tsx'));

interface DeviceStateDetailsProps {
  segmentId: string;
  /** Where its head is shown. Default: above the rest. */
  headSlot?: HTMLElement | null | undefined;
}

/** One device now: what it does, since when and why, what it makes beside its peers, and the states of the last week. */
export function DeviceStateDetails({ segmentId, headSlot }: DeviceStateDetailsProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { allSites } = useFleet();
  const query = useQuery(deviceStateQuery(segmentIdSchema.parse(segmentId)));
  useSiteChanges(() => refetchStates(queryClient), SOON);
  const item = query.data?.items.find((each) => each.segmentId === segmentId);
  const type = item && isSegmentType(item.segmentType) ? item.segmentType : undefined;
  const peers = useQuery(peerStatesQuery(item && type && { parentId: item.parentId, segmentType: type })).data?.items ?? [];
  const site = allSites.find(({ siteId }) => siteId === item?.siteId);
  if (query.error && !query.data) {
    if ('code' in query.error && query.error.code === 'resource.notFound') return <EntityNotFound kind="device" level="part" />;
    return <ErrorState error={query.error} title="Common_Error_Query_Title" onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  if (!item || !site) return <EntityNotFound kind="device" level="part" />;
  const { nowMs } = query.data;
  const head = <DeviceHead item={item} site={site} peers={peers} />;
  return (
    <div className={classes.details}>
      {headSlot ? createPortal(head, headSlot) : head}
      <DeviceActions item={item} />
      <StateFacts item={item} site={site} nowMs={nowMs} />
      <Suspense fallback={<div className={classes.skeleton} />}>
        <PeerPower item={item} site={site} peers={peers} nowMs={nowMs} />
      </Suspense>
      {peers.length > 1 && <BlockBars item={item} peers={peers} onOpen={openDevice(site)} />}
      <StateDays item={item} site={site} nowMs={nowMs} />
      {item.event && (
        <StateAlarms eventId={item.event.eventId} segmentId={item.segmentId} zone={site.metadata.timezone ?? 'UTC'} nowMs={nowMs} />
      )}
    </div>
  );
}

function openDevice({ siteSegmentId }: Site) {
  return (segmentId: DeviceStateItem['segmentId']): void => openDetails({ kind: 'deviceState', siteSegmentId, segmentId });
}

/** Name and state, and the way to the devices beside it. */
function DeviceHead({ item, site, peers }: { item: DeviceStateItem; site: Site; peers: readonly DeviceStateItem[] }) {
  const { formatMessage } = useIntl();
  const texts = useStateTexts();
  const typeLabel = useTypeLabel();
  const at = peers.findIndex(({ segmentId }) => segmentId === item.segmentId);
  const open = openDevice(site);
  const place = item.parentName === site.name ? [site.name] : [site.name, item.parentName];
  const rating = item.ratedPowerKw === null ? [] : [texts.power(item.ratedPowerKw)];
  return (
    <header className={classes.head}>
      <DeviceStateMark state={item.state} />
      <div className={classes.names}>
        <h3>{formatMessage({ id: 'DeviceState_Title' }, { device: item.name, state: texts.state(item.state) })}</h3>
        <p>{[...place, typeLabel(item.segmentType), ...rating].join(' · ')}</p>
      </div>
      {([-1, 1] as const).map((step) => {
        const next = peers[at + step];
        const label = formatMessage({ id: step < 0 ? 'DeviceState_Previous' : 'DeviceState_Next' });
        return (
          <Tooltip key={step} label={label}>
            <ActionIcon aria-label={label} disabled={at < 0 || !next} onClick={() => next && open(next.segmentId)}>
              {step < 0 ? <IconChevronUp /> : <IconChevronDown />}
            </ActionIcon>
          </Tooltip>
        );
      })}
    </header>
  );
}

/** What can be done: with the event that decides on the state, and with the device. */
function DeviceActions({ item }: { item: DeviceStateItem }) {
  const details = useQuery({ ...eventQuery(item.event?.eventId ?? ''), enabled: item.event !== null }).data;
  return (
    <div className={classes.actions}>
      {item.event && details && <EventButtons event={details.event} />}
      <DeviceMenu item={item} />
    </div>
  );
}

function EventButtons({ event }: { event: Event }) {
  const { formatMessage } = useIntl();
  const acknowledging = useAcknowledgeEvent(event);
  const { isOffered, ask, dialog } = useRemoteReset(event);
  const isAcknowledged = event.acknowledged !== null;
  return (
    <>
      {event.can.acknowledge && (
        <Button variant={isAcknowledged ? 'default' : 'filled'} loading={acknowledging.isPending} onClick={acknowledging.toggle}>
          {formatMessage({ id: isAcknowledged ? 'EventDetails_Unacknowledge' : 'EventDetails_Acknowledge' })}
        </Button>
      )}
      {isOffered && (
        <Button variant="default" disabled={event.resetState === 'pending'} onClick={ask}>
          {formatMessage({ id: event.resetState === 'pending' ? 'EventDetails_Reset_Pending' : 'EventDetails_Reset' })}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconListDetails size={15} />}
        onClick={() => openDetails({ kind: 'event', eventId: event.eventId, tab: 'summary' })}
      >
        {formatMessage({ id: 'DeviceState_Event' })}
      </Button>
      {dialog}
      {(acknowledging.error || acknowledging.changes.length > 0) && (
        <div className={classes.refused}>
          <EventChanges changes={acknowledging.changes} />
          <EventActionProblem error={acknowledging.error} failed="EventLog_Acknowledge_Failed" zone={event.timezone} />
        </div>
      )}
    </>
  );
}

function DeviceMenu({ item: { segmentId } }: { item: DeviceStateItem }) {
  const { formatMessage } = useIntl();
  const access = useAccess();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={formatMessage({ id: 'Common_More' })}>
          <IconDots />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasPermission(access, 'PageDataStudio') && (
          <Menu.Item
            component={Link}
            to="/data-studio"
            search={{ devices: [segmentId], signals: ['ActivePower||Validated', 'ActivePower||Expected'] } as never}
          >
            {formatMessage({ id: 'Route_data-studio' })}
          </Menu.Item>
        )}
        {hasPermission(access, 'PageEventLogs') && (
          <Menu.Item component={Link} to="/event-log" search={{ devices: [segmentId] } as never}>
            {formatMessage({ id: 'Route_event-log' })}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => openDetails({ kind: 'metadata', deviceId: segmentId })}>
          {formatMessage({ id: 'Details_metadata' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
