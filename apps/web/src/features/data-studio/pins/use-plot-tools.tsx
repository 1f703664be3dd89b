import type { TimeSeriesPlot } from '@solvane/charts/options/time-series';
import type { ValueRange } from '@solvane/charts/options/value-range';
import { IconPin, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { useIntl } from 'react-intl';
import { AxisPopover } from '../axis/axis-popover.tsx';
import { rangeOf } from '../axis/value-ranges.ts';
import type { StudioSearch } from '../studio-search.ts';
import classes from './plot-tools.module.css';
import { pinOf } from './use-pinned-plots.ts';

interface PlotTools {
  pins: StudioSearch['pins'];
  onSearch: (patch: Partial<StudioSearch>) => void;
  onRange: (plot: TimeSeriesPlot, range: ValueRange) => void;
}

/** That a plot is kept, and the way to let it go. */
export function usePlotTools({ pins = [], onSearch, onRange }: PlotTools): (plot: TimeSeriesPlot) => ReactNode {
  const { formatMessage } = useIntl();
  return useCallback(
    (plot) => {
      const { id, title, unit } = plot;
      const axis = (
        <AxisPopover
          name={[title, unit].filter(Boolean).join(', ')}
          unit={unit}
          range={rangeOf(plot)}
          onRange={(range) => onRange(plot, range)}
        />
      );
      const pin = pinOf(id);
      if (pin === undefined) return axis;
      const label = formatMessage({ id: 'DataStudio_Unpin' });
      const rest = pins.filter((_, index) => index !== pin);
      return (
        <>
          {axis}
          <span className={classes.pin}>
            <IconPin size={12} stroke={1.6} aria-hidden />
            {formatMessage({ id: 'DataStudio_Pinned' })}
            <button type="button" aria-label={label} title={label} onClick={() => onSearch({ pins: rest.length > 0 ? rest : undefined })}>
              <IconX size={12} stroke={1.8} aria-hidden />
            </button>
          </span>
        </>
      );
    },
    [pins, onSearch, onRange, formatMessage],
  );
}
