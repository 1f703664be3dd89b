import type { SegmentId, SignalId, SiteId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import type { PeriodText } from '../../shared/time/period-text.ts';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { ExportDialog } from './export-dialog.tsx';
import type { StudioSearch } from './studio-search.ts';
import type { SpanDialog } from './use-span-actions.ts';
import type { StudioData } from './use-studio-data.ts';

const AddToDashboard = lazy(() => import('./dashboard/add-to-dashboard.tsx'));
const OverlayDialog = lazy(async () => ({ default: (await import('./compare/overlay-dialog.tsx')).OverlayDialog }));
const SpanDialogs = lazy(() => import('./span/span-dialogs.tsx'));
const AnnotationDialog = lazy(async () => ({ default: (await import('./annotations/annotation-dialog.tsx')).AnnotationDialog }));

interface StudioDialogsProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  siteIds: ReadonlySet<SiteId>;
  siteName: (segmentId: string | null) => string | null;
  zone: string;
  text: PeriodText;
  search: StudioSearch;
  data: StudioData;
  library: WidgetLibrary;
  span: Period | null;
  /** What is done with the span; null: nothing. */
  spanDialog: SpanDialog | null;
  onSpanDialogClose: () => void;
  /** What the tool bar exports; null: nothing. */
  exported: Period | null;
  onExportClose: () => void;
  /** The period on screen. */
  period: Period;
  isOverlaying: boolean;
  onOverlay: (startMs: number) => void;
  onOverlayingClose: () => void;
  isAdding: boolean;
  onAddingClose: () => void;
}

/** What opens over the chart: dashboards, annotations, exports, and the work with a span. */
export function StudioDialogs(props: StudioDialogsProps) {
  const { segmentIds, signalIds, siteIds, siteName, zone, text, search, data, library } = props;
  const {
    span,
    spanDialog,
    onSpanDialogClose,
    exported,
    onExportClose,
    period,
    isOverlaying,
    onOverlay,
    onOverlayingClose,
    isAdding,
    onAddingClose,
  } = props;
  const { formatMessage } = useIntl();
  // What the screen can show does not limit a file: it gets the values as they came.
  const exportResolution = search.resolution ?? 'raw';
  const range = spanDialog === 'export' ? span : exported;
  return (
    <>
      {isAdding && (
        <Suspense>
          <AddToDashboard
            kind={search.kind ?? 'timeSeries'}
            signalIds={signalIds}
            segmentIds={segmentIds}
            search={search}
            units={data.plots?.map(({ id }) => id) ?? []}
            library={library}
            onClose={onAddingClose}
          />
        </Suspense>
      )}
      {isOverlaying && (
        <Suspense>
          <OverlayDialog startMs={2 * period.startMs - period.endMs} zone={zone} onAdd={onOverlay} onClose={onOverlayingClose} />
        </Suspense>
      )}
      {spanDialog === 'annotate' && span && (
        <Suspense>
          <AnnotationDialog
            annotation={undefined}
            span={span}
            zone={zone}
            segmentIds={segmentIds}
            signalIds={signalIds}
            onClose={onSpanDialogClose}
          />
        </Suspense>
      )}
      {spanDialog !== null && spanDialog !== 'export' && spanDialog !== 'annotate' && span && (
        <Suspense>
          <SpanDialogs
            dialog={spanDialog}
            span={span}
            zone={zone}
            text={text}
            segmentIds={segmentIds}
            signalIds={signalIds}
            siteIds={[...siteIds]}
            series={data.series ?? []}
            siteName={siteName}
            onClose={onSpanDialogClose}
          />
        </Suspense>
      )}
      {range && (
        <ExportDialog
          request={{ ...data.request, resolution: exportResolution, ...range, maxPoints: undefined }}
          what={formatMessage(
            { id: 'DataStudio_Export_What' },
            {
              devices: segmentIds.length,
              signals: signalIds.length,
              resolution: formatMessage({ id: `DataStudio_Resolution_${exportResolution}` }),
              from: text.time(range.startMs),
              to: text.time(range.endMs),
            },
          )}
          onClose={() => {
            onExportClose();
            onSpanDialogClose();
          }}
        />
      )}
    </>
  );
}
