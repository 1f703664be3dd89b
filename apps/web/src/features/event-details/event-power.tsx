import type { Event } from '@solvane/contract/events';
import { signalIdSchema } from '@solvane/contract/ids';
import { decodeSignalColumns, SIGNAL_COLUMNS_TYPE } from '@solvane/contract/signal-columns';
import { signalEndpoints } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { callForResponse } from '../../api/call.ts';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useNowMs } from '../../workspace/refresh.ts';
import classes from './event-details.module.css';

const EventPowerChart = lazy(() => import('./event-power-chart.tsx'));

const HOUR_MS = 3_600_000;
const MOST_POINTS = 800;
const SIGNALS = ['ActivePower||Validated', 'ActivePower||Expected'].map((id) => signalIdSchema.parse(id));

/** What the device gave and what it should have given, around the event. */
export function EventPower({ event }: { event: Event }) {
  const nowMs = useNowMs();
  const mayRead = usePermission('PageDataStudio');
  const endMs = event.endMs ?? nowMs;
  const period = useMemo(() => around({ startMs: event.startMs, endMs }), [event.startMs, endMs]);
  const { data } = useQuery({ ...eventPowerQuery(event, period), enabled: mayRead });
  if (!data?.series.some(({ values }) => values.length > 0)) return null;
  return (
    <div className={classes.chart}>
      <Suspense>
        <EventPowerChart answer={data} event={event} period={period} nowMs={nowMs} />
      </Suspense>
    </div>
  );
}

function eventPowerQuery({ segmentId }: Event, period: Period) {
  return queryOptions({
    queryKey: ['signals', 'values', 'event-power', segmentId, period],
    queryFn: async ({ signal }) => {
      const body = { segmentIds: [segmentId], signalIds: SIGNALS, ...period, maxPoints: MOST_POINTS };
      const response = await callForResponse(signalEndpoints.values, { body, signal, accept: SIGNAL_COLUMNS_TYPE });
      return decodeSignalColumns(await response.arrayBuffer());
    },
  });
}

/** A quarter of the event on each side, at least an hour. */
function around({ startMs, endMs }: Period): Period {
  const marginMs = Math.max(HOUR_MS, (endMs - startMs) / 4);
  return { startMs: startMs - marginMs, endMs: endMs + marginMs };
}
