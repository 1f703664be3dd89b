import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { useMemo } from 'react';
import { ManualEventDialog } from '../../../shared/events/manual-event-dialog.tsx';
import type { SeriesColumns } from '../../../shared/series/series-columns.ts';
import { useSeriesNames } from '../../../shared/series/use-series-names.ts';
import type { PeriodText } from '../../../shared/time/period-text.ts';
import { InvalidationDialog } from '../../../workspace/invalidation/invalidation-dialog.tsx';

export interface SpanDialogsProps {
  dialog: 'event' | 'invalidate';
  span: Period;
  zone: string;
  text: PeriodText;
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  siteIds: readonly SiteId[];
  /** Devices with data, with the names that the chart gives them. */
  series: readonly SeriesColumns[];
  siteName: (segmentId: string | null) => string | null;
  onClose: () => void;
}

/** Commands about the chosen span, with the devices, signals and times of the chart filled in. */
export default function SpanDialogs(props: SpanDialogsProps) {
  const { dialog, span, zone, text, segmentIds, signalIds, siteIds, series, siteName, onClose } = props;
  const names = useSeriesNames();
  const devices = useMemo(() => {
    const labels = new Map(series.flatMap(({ segmentId, label }) => (segmentId === null ? [] : [[segmentId, label] as const])));
    return segmentIds.map((segmentId) => ({
      segmentId,
      name: [siteName(segmentId), labels.get(segmentId) ?? segmentId].filter(Boolean).join(' '),
    }));
  }, [series, segmentIds, siteName]);
  const quantities = useMemo(() => {
    const byCode = new Map(signalIds.map((id) => [id.split('||')[0] ?? id, names.signal(id)?.name ?? id]));
    return [...byCode].map(([apCode, name]) => ({ apCode, name }));
  }, [signalIds, names]);
  if (dialog === 'event')
    return <ManualEventDialog open siteIds={siteIds} segmentIds={segmentIds} moment={{ ...span, zone }} onClose={onClose} />;
  return (
    <InvalidationDialog
      devices={devices}
      quantities={quantities}
      startMs={span.startMs}
      endMs={span.endMs}
      from={text.time(span.startMs)}
      to={text.time(span.endMs)}
      onClose={onClose}
    />
  );
}
