import { type ChartImageRequest, chartImage, chartSvgImage } from '@solvane/charts/chart-image';
import type { Period, TimeSeriesPlot, ZoneClock } from '@solvane/charts/options/time-series';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useLegendText } from '../../shared/series/use-chart-text.ts';
import type { PeriodText } from '../../shared/time/period-text.ts';

interface Picture {
  plots: readonly TimeSeriesPlot[];
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  zone: string;
  text: PeriodText;
}

/** Saves or copies what is in view as a picture. */
export function usePicture({ plots, view, nowMs, clock, zone, text }: Picture): {
  save: () => void;
  saveSvg: () => void;
  copy: () => void;
} {
  const { formatMessage, locale } = useIntl();
  const legend = useLegendText();

  function request(): ChartImageRequest {
    const title = plots.map((plot) => [plot.title, plot.unit].filter(Boolean).join(', ')).join(' · ');
    return {
      plots,
      view,
      nowMs,
      clock,
      locale,
      title,
      subtitle: `${formatMessage({ id: 'DataStudio_Zoom' }, { from: text.time(view.startMs), to: text.time(view.endMs) })}, ${zone}`,
      text: { ...legend, noValue: formatMessage({ id: 'Chart_NoValue' }) },
    };
  }

  const fileName = (format: string): string => `data-studio-${new Date(view.startMs).toISOString().slice(0, 10)}.${format}`;
  const save = useMutation({
    mutationFn: async () => download(await chartImage(request()), fileName('png')),
    meta: { failedMessage: 'DataStudio_Picture_Failed' },
  });
  const saveSvg = useMutation({
    mutationFn: async () => download(new Blob([chartSvgImage(request())], { type: 'image/svg+xml' }), fileName('svg')),
    meta: { failedMessage: 'DataStudio_Picture_Failed' },
  });
  const copy = useMutation({
    // The promise itself goes to the clipboard: a browser that waits for it first forgets that the user asked.
    mutationFn: () => navigator.clipboard.write([new ClipboardItem({ 'image/png': chartImage(request()) })]),
    meta: { failedMessage: 'DataStudio_CopyImage_Failed', doneMessage: 'Common_Copied' },
  });
  return { save: () => save.mutate(), saveSvg: () => saveSvg.mutate(), copy: () => copy.mutate() };
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
