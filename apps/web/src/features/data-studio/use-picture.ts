import { chartImage } from '@solvane/charts/chart-image';
import type { Period, TimeSeriesPlot, ZoneClock } from '@solvane/charts/options/time-series';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { StudioWords } from './studio-words.ts';

interface Picture {
  plots: readonly TimeSeriesPlot[];
  view: Period;
  nowMs: number;
  clock: ZoneClock;
  zone: string;
  words: StudioWords;
}

/** Saves or copies what is in view as a picture. */
export function usePicture({ plots, view, nowMs, clock, zone, words }: Picture): { save: () => void; copy: () => void } {
  const { formatMessage, locale } = useIntl();

  function draw(): Promise<Blob> {
    const title = plots.map((plot) => [plot.title, plot.unit].filter(Boolean).join(', ')).join(' · ');
    return chartImage({
      plots,
      view,
      nowMs,
      clock,
      locale,
      title,
      subtitle: `${formatMessage({ id: 'DataStudio_Zoom' }, { from: words.time(view.startMs), to: words.time(view.endMs) })}, ${zone}`,
      text: {
        last: formatMessage({ id: 'DataStudio_Figure_Last' }),
        min: formatMessage({ id: 'DataStudio_Figure_Min' }),
        max: formatMessage({ id: 'DataStudio_Figure_Max' }),
        mean: formatMessage({ id: 'DataStudio_Figure_Mean' }),
        dataShare: formatMessage({ id: 'DataStudio_Figure_DataShare' }),
        noValue: formatMessage({ id: 'DataStudio_NoValue' }),
      },
    });
  }

  const save = useMutation({
    mutationFn: async () => download(await draw(), `data-studio-${new Date(view.startMs).toISOString().slice(0, 10)}.png`),
    meta: { failedMessage: 'DataStudio_Picture_Failed' },
  });
  const copy = useMutation({
    // The promise itself goes to the clipboard: a browser that waits for it first forgets that the user asked.
    mutationFn: () => navigator.clipboard.write([new ClipboardItem({ 'image/png': draw() })]),
    meta: { failedMessage: 'DataStudio_CopyImage_Failed', doneMessage: 'Common_Copied' },
  });
  return { save: () => save.mutate(), copy: () => copy.mutate() };
}

function download(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
