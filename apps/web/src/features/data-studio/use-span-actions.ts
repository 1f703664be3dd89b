import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { Period } from '@solvane/energy/time/local-day';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { toTimeRangeText } from '../../shared/time/time-range-text.ts';
import type { SpanAction } from './span/span-popover.tsx';
import { spanText } from './span/span-text.ts';
import type { Analysis } from './use-analysis.ts';

export type SpanDialog = 'event' | 'invalidate' | 'annotate' | 'export';

interface SpanActions {
  analysis: Analysis;
  plots: readonly TimeSeriesPlot[];
  zone: string;
  onZoom: (view: Period) => void;
}

/** What the actions on the chosen span do, and which dialog is open. */
export function useSpanActions({ analysis: { span, onSpan }, plots, zone, onZoom }: SpanActions) {
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<SpanDialog | null>(null);
  const copy = useMutation({
    mutationFn: (text: string) => navigator.clipboard.writeText(text),
    meta: { failedMessage: 'DataStudio_Copy_Failed', doneMessage: 'Common_Copied' },
  });
  const act = (action: SpanAction): void => {
    if (!span) return;
    if (action === 'close') onSpan(null);
    else if (action === 'zoom') {
      onSpan(null);
      onZoom(span);
    } else if (action === 'copy') copy.mutate(spanText(plots, span, zone, formatMessage({ id: 'Chart_Table_Time' }, { zone })));
    else if (action === 'copyRange') copy.mutate(toTimeRangeText(span));
    else setDialog(action);
  };
  return { dialog: span ? dialog : null, act, closeDialog: () => setDialog(null) };
}
