import { assignColours } from '@solvane/charts/options/line-colours';
import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { Resolution, SignalValuesRequest } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { colourKeys, type StudioSeries, type StudioSignal, studioPlots } from './studio-plots.ts';
import { BUCKET_MS } from './studio-request.ts';
import type { StudioSearch } from './studio-search.ts';
import { type StudioAnswersQuestion, useStudioAnswers } from './use-studio-answers.ts';

export interface StudioDataQuestion extends StudioAnswersQuestion {
  /** Name of the site of a segment, where several sites are shown; null: one site only, or not known. */
  siteName: (segmentId: string | null) => string | null;
}

export interface StudioData {
  /** undefined: nothing answered yet. */
  plots: readonly TimeSeriesPlot[] | undefined;
  request: SignalValuesRequest;
  resolution: Resolution | null;
  isReduced: boolean;
  error: Error | null;
  /** What is on screen answers an earlier question. */
  isOld: boolean;
  retry: () => void;
}

const NO_COLOURS: ReadonlyMap<string, number> = new Map();

/** The chosen signals as plots. */
export function useStudioData({ siteName, ...question }: StudioDataQuestion): StudioData {
  const { answer, series, ...rest } = useStudioAnswers(question);
  const colours = useSteadyColours(series);
  const names = useNames(question.search);
  const plots = useMemo(
    () =>
      series &&
      studioPlots({
        series: series.map((one) => ({ ...one, label: names.group(one.label) })),
        signals: new Map(series.flatMap(({ signalId }) => names.signal(signalId))),
        bucketMs: answer ? BUCKET_MS[answer.resolution] : null,
        siteName: (one) => siteName(one.segmentId),
        calcTypeName: names.calcType,
        periodsBackName: names.periodsBack,
        colours,
      }),
    [series, answer, siteName, colours, names],
  );
  return { ...rest, plots, resolution: answer?.resolution ?? null, isReduced: answer?.isReduced ?? false };
}

/** Colours that stay with their lines while others come and go. */
function useSteadyColours(series: readonly StudioSeries[] | undefined): ReadonlyMap<string, number> {
  const [remembered, setRemembered] = useState(NO_COLOURS);
  const colours = useMemo(() => (series ? assignColours(colourKeys(series), remembered) : remembered), [series, remembered]);
  // React allows this during render: what was just remembered gives the same colours again.
  if (!isSame(colours, remembered)) setRemembered(colours);
  return colours;
}

interface Names {
  /** A device, or what devices were brought together under. */
  group: (label: string) => string;
  signal: (signalId: string) => [string, StudioSignal][];
  calcType: (calcType: string) => string;
  periodsBack: () => string;
}

function useNames({ tree, compare }: StudioSearch): Names {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  return useMemo(() => {
    // A key of a newer server than this page has no text here: the name that came with it does.
    const textOr = (key: string, otherwise: string): string => {
      const text = serverText(key);
      return text === key ? otherwise : text;
    };
    return {
      group: (label) => {
        if (tree === 'total') return formatMessage({ id: 'DataStudio_Tree_total' });
        return tree === 'segmentType' ? textOr(`SegmentType_${label}`, label) : label;
      },
      signal: (signalId) => {
        const definition = findSignalDefinition(signalId);
        return definition ? [[signalId, { ...definition, name: textOr(`Signal_${definition.apCode}`, definition.name) }]] : [];
      },
      calcType: (calcType) => textOr(`CalcType_${calcType}`, calcType),
      periodsBack: () => formatMessage({ id: `DataStudio_Compare_${compare ?? 'previousPeriod'}` }),
    };
  }, [tree, compare, formatMessage, serverText]);
}

function isSame(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
