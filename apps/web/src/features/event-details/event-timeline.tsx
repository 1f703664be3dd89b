import type { EventDetails } from '@solvane/contract/events';
import { type SegmentId, type SignalId, signalIdSchema } from '@solvane/contract/ids';
import type { SignalValuesRequest } from '@solvane/contract/signals';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { peerBand } from '../../shared/series/peer-band.ts';
import { seriesQuery } from '../../shared/series/series.queries.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import { type BoundaryDraft, draftOf, nearerEdge, setEdge } from './boundary-draft.ts';
import { BoundaryEditor } from './boundary-editor.tsx';
import classes from './event-details.module.css';
import { lossBasisQuery } from './event-losses.queries.ts';
import { laneHeight, toLanes } from './raw-lanes.ts';

const EventChart = lazy(() => import('./event-chart.tsx'));

const HOUR_MS = 3_600_000;
const MOST_POINTS = 800;
const PLOT_HEIGHT = 250;
/** Head, names of the edges and time axis. */
const BARE_HEIGHT = 78;
const SIGNALS = ['ActivePower||Validated', 'ActivePower||Expected'].map((id) => signalIdSchema.parse(id));

interface EventTimelineProps {
  details: EventDetails;
  onCursor: (atMs: number | null) => void;
}

/** What the device gave and should have given, what it reported meanwhile, and the boundaries of the event, which can be moved. */
export function EventTimeline({ details, onCursor }: EventTimelineProps) {
  const { event, rawEvents, previousEndMs, nextStartMs } = details;
  const nowMs = useNowMs();
  const mayRead = usePermission('PageDataStudio');
  const endMs = event.endMs ?? Math.max(nowMs, event.startMs + event.durationMs);
  const period = useMemo(() => around({ startMs: event.startMs, endMs }), [event.startMs, endMs]);
  const { data } = useQuery(seriesQuery(mayRead ? powerRequest([event.segmentId], SIGNALS, period) : null, { asOfMs: null }));
  const peers = useQuery({ ...lossBasisQuery(event), enabled: mayRead && event.lostEnergyKwh !== null }).data?.peers;
  const ids = peers?.devices.map(({ segmentId }) => segmentId) ?? [];
  const othersRequest = mayRead && ids.length > 0 ? powerRequest(ids, SIGNALS.slice(0, 1), period) : null;
  const others = useQuery(seriesQuery(othersRequest, { asOfMs: null })).data;
  const band = useMemo(() => (peers && others ? peerBand(others, peers) : undefined), [peers, others]);
  const [draft, setDraft] = useState<BoundaryDraft | null>(null);
  const lanes = useMemo(() => toLanes(rawEvents, { period, cause: event.code }), [rawEvents, period, event.code]);
  const limits = { previousEndMs, nextStartMs, nowMs };
  const hasPower = data?.series.some(({ values }) => values.length > 0) ?? false;
  const canMove = event.can.edit && event.origin !== 'promoted';
  return (
    <section>
      <div className={classes.chart} style={{ blockSize: (hasPower ? PLOT_HEIGHT : BARE_HEIGHT) + laneHeight(lanes) }}>
        <Suspense>
          <EventChart
            power={hasPower ? data : undefined}
            band={band}
            event={event}
            lanes={lanes}
            period={period}
            nowMs={nowMs}
            draft={draft}
            limits={limits}
            canMove={canMove}
            onDraft={setDraft}
            onTake={(instantMs) => setDraft(setEdge(draft ?? draftOf(event), nearerEdge(event, instantMs, nowMs), instantMs))}
            onCursor={onCursor}
          />
        </Suspense>
      </div>
      {canMove && <BoundaryEditor event={event} draft={draft} limits={limits} onDraft={setDraft} />}
    </section>
  );
}

/** Power around an event: of its device, or of others like it. */
function powerRequest(segmentIds: readonly SegmentId[], signalIds: readonly SignalId[], period: Period): SignalValuesRequest {
  return { segmentIds: [...segmentIds], signalIds: [...signalIds], ...period, maxPoints: MOST_POINTS };
}

/** A quarter of the event on each side, at least an hour. */
function around({ startMs, endMs }: Period): Period {
  const marginMs = Math.max(HOUR_MS, Math.ceil((endMs - startMs) / 4));
  return { startMs: startMs - marginMs, endMs: endMs + marginMs };
}
