import type { TimeSeriesLine, TimeSeriesPlot } from '@solvane/charts/options/time-series';
import { SeriesTable } from '@solvane/charts/series-table';
import { TimeSeriesChart } from '@solvane/charts/time-series-chart';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useChartText } from '../../shared/series/use-chart-text.ts';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const STEP_MS = 600_000;
const COUNT = 144;
const DAY = { startMs: Date.UTC(2026, 5, 24), endMs: Date.UTC(2026, 5, 25) };
const UTC = { offsetMs: () => 0 };

/** A clear day with a gap and an afternoon that was cut, against what was expected. */
export function ChartParts() {
  const { formatMessage, locale } = useIntl();
  const plots = useMemo<TimeSeriesPlot[]>(
    () => [{ id: 'power', title: 'ActivePower', unit: 'MW', factor: 0.001, fromZero: true, lines: [actual(), expected()] }],
    [],
  );
  const text = useChartText({ name: formatMessage({ id: 'DataStudio_Chart_Name' }), summary: 'ActivePower' });
  return (
    <>
      <Part name="TimeSeriesChart" isWide>
        <div className={classes.chart}>
          <TimeSeriesChart
            plots={plots}
            domain={DAY}
            view={DAY}
            nowMs={DAY.endMs}
            clock={UTC}
            locale={locale}
            wheelZooms={false}
            text={text}
            onViewChange={() => undefined}
            onUndo={() => undefined}
          />
        </div>
      </Part>
      <Part name="SeriesTable" isWide>
        <div className={classes.chart}>
          <SeriesTable plots={plots} view={DAY} clock={UTC} locale={locale} name={text.name} timeHead="UTC" />
        </div>
      </Part>
    </>
  );
}

function line(id: string, label: string, values: Float64Array, stroke: 'actual' | 'expected'): TimeSeriesLine {
  const timesMs = Float64Array.from({ length: COUNT }, (_, index) => DAY.startMs + index * STEP_MS);
  return {
    id,
    label,
    detail: '',
    timesMs,
    values,
    low: null,
    high: null,
    completeness: null,
    stepMs: STEP_MS,
    shape: 'line',
    stroke,
    colour: null,
  };
}

function clearSky(index: number): number {
  return Math.max(0, 20_000 * Math.sin(((index - 30) / 84) * Math.PI)) * (index >= 30 && index <= 114 ? 1 : 0);
}

function expected(): TimeSeriesLine {
  return line(
    'expected',
    'ExpectedPower',
    Float64Array.from({ length: COUNT }, (_, index) => clearSky(index)),
    'expected',
  );
}

function actual(): TimeSeriesLine {
  const values = Float64Array.from({ length: COUNT }, (_, index) => {
    if (index >= 60 && index < 66) return Number.NaN;
    return index >= 80 && index < 96 ? Math.min(9_000, clearSky(index)) : clearSky(index) * 0.97;
  });
  return line('actual', 'ActivePower', values, 'actual');
}
