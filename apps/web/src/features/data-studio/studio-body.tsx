import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import type { signalEndpoints } from '@solvane/contract/signals';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { resolutionOf } from '../../shared/series/resolutions.ts';
import { useZoneClock } from '../../shared/series/use-chart-view.ts';
import { latestValuesQuery } from '../../shared/signals/latest.queries.ts';
import { ageText } from '../../shared/time/age-text.ts';
import { periodText } from '../../shared/time/period-text.ts';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { usePeriod, useSetPeriod } from '../../workspace/period.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import { useAnnotations } from './annotations/use-annotations.ts';
import { useValueRanges } from './axis/use-value-ranges.ts';
import { withRanges } from './axis/value-ranges.ts';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { useEarlierLines } from './compare/use-earlier-lines.ts';
import classes from './data-studio.module.css';
import { ExportDialog } from './export-dialog.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import { FilteredAway } from './filters/filtered-away.tsx';
import { useEventLanes } from './lanes/use-event-lanes.ts';
import { newestOf, staleAgeMs } from './newest-value.ts';
import { applyOptions, shownZone } from './options/apply-options.ts';
import { useStudioOptions } from './options/studio-options.queries.ts';
import { usePeerBands } from './peers/use-peer-bands.ts';
import { type PinnedChart, withPin } from './pins/pinned-charts.ts';
import { usePinnedPlots } from './pins/use-pinned-plots.ts';
import { usePlotTools } from './pins/use-plot-tools.tsx';
import { useLineQuality, withQuality } from './quality/use-line-quality.ts';
import { StudioChart, type StudioChartProps } from './studio-chart.tsx';
import { StudioChips } from './studio-chips.tsx';
import { pixelsRequested } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';
import { NoData, StudioError } from './studio-states.tsx';
import { StudioToolbar } from './studio-toolbar.tsx';
import { useAnalysis } from './use-analysis.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { useLiveValues } from './use-live-values.ts';
import { usePicture } from './use-picture.ts';
import { useSpanActions } from './use-span-actions.ts';
import { type StudioData, useStudioData } from './use-studio-data.ts';
import { useTimeRangePaste } from './use-time-range-paste.ts';
import { useZoom } from './use-zoom.ts';

const AddToDashboard = lazy(() => import('./dashboard/add-to-dashboard.tsx'));
const KindView = lazy(() => import('./kinds/kind-view.tsx'));
const SpanDialogs = lazy(() => import('./span/span-dialogs.tsx'));

const AnnotationDialog = lazy(async () => ({ default: (await import('./annotations/annotation-dialog.tsx')).AnnotationDialog }));
const NO_PINNED: readonly PinnedChart[] = [];

interface StudioBodyProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  zone: string;
  siteIds: ReadonlySet<SiteId>;
  siteSegmentIds: readonly SegmentId[];
  siteName: (segmentId: string | null) => string | null;
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  library: WidgetLibrary;
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

/** Tool bar, chips and the chart in whatever state it is. */
export function StudioBody(props: StudioBodyProps) {
  const { segmentIds, signalIds, zone, siteIds, siteSegmentIds, siteName, search, onSearch, library, DeviceSelect } = props;
  const { formatMessage, locale } = useIntl();
  const domain = usePeriod(zone);
  const setPeriod = useSetPeriod();
  const nowMs = useNowMs();
  useLiveValues({ siteIds, domain, nowMs });
  const [isExporting, setExporting] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const { zoom, canUndo, show, undo, clear } = useZoom(search, domain, onSearch);
  const view = zoom ?? domain;
  const options = useStudioOptions();
  const shown = search.resolution === undefined && options.resolution !== 'auto' ? { ...search, resolution: options.resolution } : search;
  const plain = useStudioData({
    segmentIds,
    signalIds,
    domain,
    zoom,
    search: shown,
    width: pixelsRequested(window.innerWidth),
    nowMs,
    siteName,
  });
  const plots = useMemo(() => plain.plots && applyOptions(plain.plots, options), [plain.plots, options]);
  const data = { ...plain, plots };
  const annotations = useAnnotations(segmentIds, signalIds, domain);
  // Times are written in the zone that the user prefers; periods stay on the calendar of the site.
  const textZone = shownZone(options, zone);
  const text = useMemo(() => periodText(locale, textZone), [locale, textZone]);
  const clock = useZoneClock(textZone);
  const lines = data.plots?.flatMap((plot) => plot.lines) ?? [];
  const missing = lines.filter(({ values }) => values.every(Number.isNaN)).length;
  const isEmpty = data.plots !== undefined && missing === lines.length;
  const newest = useQuery({ ...latestValuesQuery(segmentIds, signalIds, nowMs), select: newestTime, enabled: isEmpty && lines.length > 0 });
  // The newest values may be among those that filters removed.
  const staleMs = search.filters?.length ? null : staleAgeMs({ newest: newestOf(lines), domain, nowMs });
  // What the screen can show does not limit a file: it gets the values as they came.
  const exportResolution = search.resolution ?? 'raw';
  const asOfMs = domain.endMs > nowMs ? nowMs : null;
  const quality = useLineQuality({ request: data.request, series: data.series, isOn: search.quality !== 'off', asOfMs });
  const peers = usePeerBands({ request: data.request, choice: search.peers ?? 'siblings', asOfMs });
  const lanes = useEventLanes({ segmentIds, siteSegmentIds, domain, view, isOn: search.lanes !== 'off' && search.view !== 'table' });
  const { y, onRange } = useValueRanges(search.y, onSearch);
  const withEarlier = useEarlierLines({ request: data.request, count: search.ranges ?? 0, asOfMs });
  const pinned = usePinnedPlots({
    pins: search.pins ?? NO_PINNED,
    period: domain,
    search,
    width: pixelsRequested(window.innerWidth),
    asOfMs,
  });
  const drawn = useMemo(
    () => data.plots && withRanges([...withEarlier(peers.withBands(withQuality(data.plots, quality))), ...pinned], y),
    [data.plots, peers, quality, withEarlier, pinned, y],
  );
  const plotTools = usePlotTools({ pins: search.pins, onSearch, onRange });
  const kind = search.kind ?? 'timeSeries';
  const analysis = useAnalysis(search, domain, onSearch);
  const spanActions = useSpanActions({ analysis, plots: drawn ?? [], zone, onZoom: show });
  const exported = spanActions.dialog === 'export' ? analysis.span : isExporting ? view : null;
  useChartKeys({ view, domain, onViewChange: show, onUndo: undo });
  useTimeRangePaste((range) => {
    if (range.startMs >= domain.startMs && range.endMs <= domain.endMs) show(range);
    else {
      setPeriod(daysAround(range, zone));
      onSearch({ from: range.startMs, to: range.endMs });
    }
  });
  const picture = usePicture({ plots: drawn ?? [], view, nowMs, clock, zone: textZone, text });

  return (
    <div className={classes.studio}>
      <StudioToolbar
        segmentIds={segmentIds}
        signalIds={signalIds}
        search={search}
        onSearch={onSearch}
        answered={data.resolution === 'raw' ? resolutionOf(lines) : data.resolution}
        hasData={data.plots !== undefined && !isEmpty}
        onExport={() => setExporting(true)}
        onAddToDashboard={() => setAdding(true)}
        onPin={() => onSearch({ pins: withPin(search.pins ?? [], { devices: [...segmentIds], signals: [...signalIds] }) })}
        onSavePicture={picture.save}
        onCopyPicture={picture.copy}
      />
      <StudioChips
        filters={
          <FilterChips
            segmentIds={segmentIds}
            signalIds={signalIds}
            filters={search.filters ?? []}
            filtering={data.filtering}
            onChange={(filters) => onSearch({ filters: filters.length > 0 ? filters : undefined })}
          />
        }
        zoomText={zoom && formatMessage({ id: 'DataStudio_Zoom' }, text.span(zoom, domain))}
        canUndoZoom={canUndo}
        onUndoZoom={undo}
        onClearZoom={clear}
        staleText={staleMs === null ? null : formatMessage({ id: 'DataStudio_Stale' }, { age: ageText(staleMs, formatMessage) })}
        missingLines={isEmpty ? 0 : missing}
        totalLines={lines.length}
        isReduced={data.isReduced && !isEmpty}
        failure={data.plots ? data.error : null}
        onRetry={data.retry}
      />
      {kind !== 'timeSeries' ? (
        <div className={classes.state}>
          <Suspense>
            <KindView kind={kind} signalIds={signalIds} search={search} onSearch={onSearch} library={library} DeviceSelect={DeviceSelect} />
          </Suspense>
        </div>
      ) : (
        <StudioContent
          data={data}
          plots={drawn}
          isEmpty={isEmpty}
          newestMs={lines.length === 0 ? null : newest.data}
          search={search}
          onSearch={onSearch}
          onShowDay={(instantMs) => setPeriod(dayAround(instantMs, zone))}
          chart={{
            domain,
            view,
            nowMs,
            clock,
            zone: textZone,
            text,
            annotations,
            analysis,
            onSpanAction: spanActions.act,
            plotTools,
            onRange,
            lanes,
            series: data.series ?? [],
            onViewChange: show,
            onUndo: undo,
          }}
        />
      )}
      {isAdding && (
        <Suspense>
          <AddToDashboard
            kind={kind}
            signalIds={signalIds}
            segmentIds={segmentIds}
            search={search}
            library={library}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
      {spanActions.dialog === 'annotate' && analysis.span && (
        <Suspense>
          <AnnotationDialog
            annotation={undefined}
            span={analysis.span}
            zone={zone}
            segmentIds={segmentIds}
            signalIds={signalIds}
            onClose={spanActions.closeDialog}
          />
        </Suspense>
      )}
      {spanActions.dialog !== null && spanActions.dialog !== 'export' && spanActions.dialog !== 'annotate' && analysis.span && (
        <Suspense>
          <SpanDialogs
            dialog={spanActions.dialog}
            span={analysis.span}
            zone={zone}
            text={text}
            segmentIds={segmentIds}
            signalIds={signalIds}
            siteIds={[...siteIds]}
            series={data.series ?? []}
            siteName={siteName}
            onClose={spanActions.closeDialog}
          />
        </Suspense>
      )}
      {exported && (
        <ExportDialog
          request={{ ...data.request, resolution: exportResolution, ...exported, maxPoints: undefined }}
          what={formatMessage(
            { id: 'DataStudio_Export_What' },
            {
              devices: segmentIds.length,
              signals: signalIds.length,
              resolution: formatMessage({ id: `DataStudio_Resolution_${exportResolution}` }),
              from: text.time(exported.startMs),
              to: text.time(exported.endMs),
            },
          )}
          onClose={() => {
            setExporting(false);
            spanActions.closeDialog();
          }}
        />
      )}
    </div>
  );
}

interface StudioContentProps {
  data: StudioData;
  /** What is drawn of the data, with what belongs to it. */
  plots: readonly TimeSeriesPlot[] | undefined;
  isEmpty: boolean;
  newestMs: number | null | undefined;
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  onShowDay: (instantMs: number) => void;
  chart: Omit<StudioChartProps, 'plots' | 'asTable' | 'isOld'>;
}

/** The chart, or why there is none. A failed refresh leaves the picture that is there. */
function StudioContent({ data, plots, isEmpty, newestMs, search, onSearch, onShowDay, chart }: StudioContentProps) {
  if (data.plots === undefined) {
    if (!data.error) return <ChartSkeleton />;
    return (
      <div className={classes.state}>
        <StudioError error={data.error} search={search} onSearch={onSearch} onRetry={data.retry} />
      </div>
    );
  }
  if (isEmpty && data.filtering !== undefined && data.filtering.points > 0 && data.filtering.used === 0) {
    return (
      <div className={classes.state}>
        <FilteredAway points={data.filtering.points} onRemove={() => onSearch({ filters: undefined })} />
      </div>
    );
  }
  if (isEmpty) {
    return (
      <div className={classes.state}>
        <NoData newestMs={newestMs} timeText={chart.text.time} dayText={chart.text.day} onShow={onShowDay} />
      </div>
    );
  }
  return <StudioChart {...chart} plots={plots ?? data.plots} asTable={search.view === 'table'} isOld={data.isOld} />;
}

function newestTime({ items }: ResponseOf<typeof signalEndpoints.latest>): number | null {
  return items.reduce<number | null>((newest, { timeMs }) => Math.max(newest ?? timeMs, timeMs), null);
}

function dayAround(instantMs: number, zone: string) {
  return daysAround({ startMs: instantMs, endMs: instantMs + 1 }, zone);
}

/** The local days that hold a range. */
function daysAround({ startMs, endMs }: Period, zone: string) {
  const [first, last] = [localDayOf(startMs, zone), localDayOf(endMs - 1, zone)];
  return { type: 'custom' as const, value: { start: toIsoDate(first), end: toIsoDate(last + 1) } };
}
