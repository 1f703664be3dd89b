import { ActionIcon, Button } from '@mantine/core';
import { LanesChart } from '@solvane/charts/lanes-chart';
import type { LaneSpan } from '@solvane/charts/options/lanes';
import { zoomAround } from '@solvane/charts/options/zoom';
import type { EventLane } from '@solvane/contract/event-overview';
import { type Event, eventEndpoints } from '@solvane/contract/events';
import { LIMITS } from '@solvane/contract/limits';
import type { Period } from '@solvane/energy/time/local-day';
import { offsetMsAt } from '@solvane/energy/time/zone';
import { IconArrowBackUp, IconTimeline, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../shared/access/permission-gate.tsx';
import { lostEnergyText } from '../../../shared/events/event-text.ts';
import { toLanes } from '../../../shared/events/lanes/to-lanes.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { openDetails } from '../../../workspace/details.ts';
import { useViewZone } from '../../../workspace/fleet/use-view-zone.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { chosenOf } from '../bulk/event-actions.ts';
import { useEventActions } from '../bulk/use-event-actions.tsx';
import { EmptyLog } from '../empty-log.tsx';
import classes from '../event-log.module.css';
import { eventLanesQuery } from '../event-log.queries.ts';
import { sortOf } from '../event-log-filter.ts';
import type { EventLogSearch } from '../event-log-search.ts';
import type { EventSelection } from '../event-selection.ts';
import { exactToken, withTokens } from '../filters/query-tokens.ts';
import { DEFAULT_COLUMNS } from '../table/columns.ts';
import type { EventQuery } from '../use-event-query.ts';
import { useLogKeys } from '../use-log-keys.ts';
import lanesClasses from './lanes.module.css';

interface LanesViewProps {
  eventQuery: EventQuery;
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  /** Of the whole result. */
  total: number;
}

const STEPS = 1_200;
const LANES_AT_ONCE = 100;
const MOST_LANES = 500;
/** What is less is written as nothing. */
const LEAST_KWH = 5;

/** The result along time, a lane for each device. */
export function LanesView({ eventQuery, search, onSearch, total }: LanesViewProps) {
  const { formatMessage, locale } = useIntl();
  const zone = useViewZone();
  const { filter, key } = eventQuery;
  const domain = useMemo<Period>(() => ({ startMs: filter.startMs ?? 0, endMs: filter.endMs ?? 1 }), [filter.startMs, filter.endMs]);
  const [zoom, setZoom] = useState<{ of: string; view: Period } | null>(null);
  const view = zoom?.of === key ? zoom.view : domain;
  const [limit, setLimit] = useState(LANES_AT_ONCE);
  const lanes = useQuery(eventLanesQuery({ filter, view, steps: STEPS, limit }));
  const [selected, setSelected] = useState<{ of: string; events: readonly Event[] }>({ of: key, events: [] });
  const chosenEvents = selected.of === key ? selected.events : NO_EVENTS;
  const clear = (): void => setSelected({ of: key, events: [] });
  const cursorMs = useRef<number | null>(null);
  const items = lanes.data?.lanes ?? NO_LANES;
  const drawn = useMemo(
    () => toLanes(items, chosenEvents, (kwh) => (kwh === null || Math.abs(kwh) < LEAST_KWH ? '' : `${lostEnergyText(kwh, locale)} MWh`)),
    [items, chosenEvents, locale],
  );
  const clock = useMemo(() => ({ offsetMs: (instantMs: number) => offsetMsAt(instantMs, zone) }), [zone]);
  const actions = useEventActions({ onDone: clear, onReshaped: clear });
  const selection: EventSelection = { kind: 'some', eventIds: new Set(chosenEvents.map(({ eventId }) => eventId)) };
  const chosen = chosenEvents.length > 0 ? chosenOf({ selection, events: chosenEvents, total, filter }) : undefined;
  const pick = useMutation({
    mutationFn: ({ from, to, period }: LaneSpan) => eventsWithin(eventQuery, items.slice(from, to + 1), period),
    onSuccess: (events) => setSelected({ of: key, events }),
    meta: { failedMessage: 'Common_Error_Query_Title' },
  });
  useLogKeys({
    cursor: NO_CURSOR,
    chosen,
    isOn: !actions.isAsking,
    canEdit: usePermission('EditEvents'),
    onSelect: () => undefined,
    // A split begins where the cursor stands.
    onStart: (kind, target) => actions.start(kind, target, { atMs: cursorMs.current ?? undefined }),
    onUndo: () => undefined,
    onOrder: undefined,
  });
  const show = useCallback(
    (next: Period) => setZoom({ of: key, view: { startMs: Math.round(next.startMs), endMs: Math.round(next.endMs) } }),
    [key],
  );
  const zoomBy = (factor: number): void => show(zoomAround({ view, domain, aroundMs: (view.startMs + view.endMs) / 2, factor }));

  if (lanes.error && !lanes.data)
    return <ErrorState error={lanes.error} level="page" title="Common_Error_Query_Title" onRetry={() => void lanes.refetch()} />;
  if (lanes.isPending)
    return <div className={classes.skeleton} data-skeleton role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  if (items.length === 0) return <EmptyLog icon={<IconTimeline />} onSearch={onSearch} />;
  const isZoomed = view.startMs !== domain.startMs || view.endMs !== domain.endMs;
  return (
    <div className={classes.list} data-old={lanes.isPlaceholderData || undefined}>
      <div className={lanesClasses.bar}>
        <span className={lanesClasses.count}>
          {formatMessage({ id: 'EventLog_Lanes_Count' }, { shown: items.length, count: lanes.data.laneCount })}
        </span>
        {items.length < Math.min(MOST_LANES, lanes.data.laneCount) && (
          <Button size="xs" variant="default" onClick={() => setLimit(Math.min(MOST_LANES, limit + LANES_AT_ONCE))}>
            {formatMessage({ id: 'EventLog_Lanes_More' })}
          </Button>
        )}
        <span className={lanesClasses.help}>{formatMessage({ id: 'EventLog_Lanes_Help' })}</span>
        <ActionIcon variant="default" aria-label={formatMessage({ id: 'EventLog_Lanes_ZoomIn' })} onClick={() => zoomBy(0.5)}>
          <IconZoomIn size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={formatMessage({ id: 'EventLog_Lanes_ZoomOut' })}
          disabled={!isZoomed}
          onClick={() => zoomBy(2)}
        >
          <IconZoomOut size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={formatMessage({ id: 'EventLog_Lanes_Whole' })}
          disabled={!isZoomed}
          onClick={() => show(domain)}
        >
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </div>
      <LanesChart
        label={formatMessage({ id: 'EventLog_Lanes_Label' })}
        description={formatMessage({ id: 'EventLog_Lanes_Description' })}
        lanes={drawn}
        domain={domain}
        view={view}
        clock={clock}
        locale={locale}
        onView={show}
        onCursor={(instantMs) => {
          if (instantMs !== null) cursorMs.current = instantMs;
        }}
        onBar={(lane, bar) => {
          const of = items[lane]?.bars[bar];
          if (!of) return;
          if (of.eventId) openDetails({ kind: 'event', eventId: of.eventId });
          // Several in one bar: closer they part.
          else show(zoomAround({ view, domain, aroundMs: (of.startMs + of.endMs) / 2, factor: 0.2 }));
        }}
        onSpan={(span) => pick.mutate(span)}
        onLane={(index) => {
          const lane = items[index];
          if (lane) onSearch({ q: withTokens(search.q ?? '', [exactToken('site', lane.siteName), exactToken('device', lane.deviceName)]) });
        }}
      />
      {chosen && <div className={lanesClasses.room} />}
      {chosen && (
        <BulkBar
          chosen={chosen}
          total={total}
          sort={sortOf(search)}
          columns={DEFAULT_COLUMNS}
          isPending={actions.isPending}
          onStart={(kind) => actions.start(kind, chosen, { atMs: cursorMs.current ?? undefined })}
          onClear={clear}
        />
      )}
      {actions.dialog}
    </div>
  );
}

const NO_EVENTS: readonly Event[] = [];
const NO_LANES: readonly EventLane[] = [];
const NO_CURSOR = { place: null, row: undefined, moveTo: () => undefined, moveBy: () => undefined };

/** The events a rectangle touches. */
async function eventsWithin({ filter }: EventQuery, lanes: readonly EventLane[], { startMs, endMs }: Period): Promise<Event[]> {
  const segmentIds = lanes.map(({ segmentId }) => segmentId);
  const events: Event[] = [];
  let cursor: string | null = null;
  do {
    const { siteIds: _, ...rest } = filter;
    const body = { filter: { ...rest, segmentIds, isExact: true, startMs, endMs }, limit: 1_000, cursor };
    const page: { items: Event[]; nextCursor: string | null } = await call(eventEndpoints.search, { body });
    events.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && events.length < LIMITS.eventExportRows);
  return events;
}
