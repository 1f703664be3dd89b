import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import type { signalEndpoints } from '@solvane/contract/signals';
import { localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { FilterChips } from '../../shared/filters/filter-chips.tsx';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { canStack } from '../../shared/series/plot-look.ts';
import { resolutionOf } from '../../shared/series/resolutions.ts';
import { useZoneClock } from '../../shared/series/use-chart-view.ts';
import { latestValuesQuery } from '../../shared/signals/latest.queries.ts';
import { ageText } from '../../shared/time/age-text.ts';
import { periodText } from '../../shared/time/period-text.ts';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { usePeriod, useSetPeriod } from '../../workspace/period.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import { useAnnotations } from './annotations/use-annotations.ts';
import { OverlayChips } from './compare/overlay-chips.tsx';
import classes from './data-studio.module.css';
import { useEventLanes } from './lanes/use-event-lanes.ts';
import { newestOf, staleAgeMs } from './newest-value.ts';
import { applyOptions, shownZone } from './options/apply-options.ts';
import { useStudioOptions } from './options/studio-options.queries.ts';
import { usePlotTools } from './pins/use-plot-tools.tsx';
import { withPin } from './pins/with-pin.ts';
import { StudioChips } from './studio-chips.tsx';
import { StudioContent } from './studio-content.tsx';
import { StudioDialogs } from './studio-dialogs.tsx';
import { pixelsRequested } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';
import { StudioToolbar } from './studio-toolbar.tsx';
import { useAnalysis } from './use-analysis.ts';
import { useChartKeys } from './use-chart-keys.ts';
import { useDrawnPlots } from './use-drawn-plots.ts';
import { useLiveValues } from './use-live-values.ts';
import { usePicture } from './use-picture.ts';
import { useSpanActions } from './use-span-actions.ts';
import { useStudioData } from './use-studio-data.ts';
import { useTimeRangePaste } from './use-time-range-paste.ts';
import { useZoom } from './use-zoom.ts';

const KindView = lazy(() => import('./kinds/kind-view.tsx'));

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
  const [isOverlaying, setOverlaying] = useState(false);
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
  const asOfMs = domain.endMs > nowMs ? nowMs : null;
  const { drawn, onRange } = useDrawnPlots({ data, search, onSearch, period: domain, asOfMs, timeText: text.time });
  const lanes = useEventLanes({ segmentIds, siteSegmentIds, domain, view, isOn: search.lanes !== 'off' && search.view !== 'table' });
  const plotTools = usePlotTools({ pins: search.pins, onSearch, onRange });
  const kind = search.kind ?? 'timeSeries';
  const analysis = useAnalysis(search, domain, onSearch);
  const spanActions = useSpanActions({ analysis, plots: drawn ?? [], zone, onZoom: show });
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
        isStackable={data.plots?.some(canStack) ?? false}
        units={data.plots?.length ?? 0}
        onChooseRange={() => setOverlaying(true)}
        onExport={() => setExporting(true)}
        onAddToDashboard={() => setAdding(true)}
        onPin={() => onSearch({ pins: withPin(search.pins ?? [], { devices: [...segmentIds], signals: [...signalIds] }) })}
        onSavePicture={picture.save}
        onSaveSvg={picture.saveSvg}
        onCopyPicture={picture.copy}
      />
      <StudioChips
        filters={
          <>
            <FilterChips
              segmentIds={segmentIds}
              signalIds={signalIds}
              filters={search.filters ?? []}
              filtering={data.filtering}
              onChange={(filters) => onSearch({ filters: filters.length > 0 ? filters : undefined })}
            />
            <OverlayChips
              starts={search.overlays ?? []}
              timeText={text.time}
              onRemove={(startMs) => onSearch({ overlays: without(search.overlays ?? [], startMs) })}
            />
          </>
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
        <div className={classes.kind}>
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
      <StudioDialogs
        segmentIds={segmentIds}
        signalIds={signalIds}
        siteIds={siteIds}
        siteName={siteName}
        zone={zone}
        text={text}
        search={search}
        data={data}
        library={library}
        span={analysis.span}
        spanDialog={spanActions.dialog}
        onSpanDialogClose={spanActions.closeDialog}
        exported={isExporting ? view : null}
        onExportClose={() => setExporting(false)}
        isOverlaying={isOverlaying}
        onOverlay={(startMs) => onSearch({ overlays: [...(without(search.overlays ?? [], startMs) ?? []), startMs] })}
        onOverlayingClose={() => setOverlaying(false)}
        period={domain}
        isAdding={isAdding}
        onAddingClose={() => setAdding(false)}
      />
    </div>
  );
}

function without(starts: readonly number[], startMs: number): number[] | undefined {
  const rest = starts.filter((each) => each !== startMs);
  return rest.length > 0 ? rest : undefined;
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
