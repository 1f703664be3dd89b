import { classLimits, windRoseSettings } from '@solvane/contract/widgets/wind-rose';
import { expect, test } from 'vitest';
import { completeSettings, devicePage, seriesOf } from '../../testing/widget-props.ts';
import { widgetText } from '../../testing/widget-text.ts';
import { type WindRoseProps, windRoseOf, windRoseTable } from './wind-rose.ts';
import { sectorFilter, windRoseWidget } from './wind-rose.widget.tsx';

const STEP = 600_000;
const START = Date.parse('2026-03-02T00:00+01:00');
const period = { startMs: START, endMs: START + 144 * STEP };
const page = devicePage(period, { S01: ['MAST-1'] }, 'WeatherStation');
const site = page.sites[0]?.siteSegmentId ?? '';
const series = (segmentId: string, signalId: string, values: (number | null)[]) =>
  seriesOf({ segmentId, signalId, startMs: START, stepMs: STEP, values });
const response = (all: ReturnType<typeof series>[]) => ({ resolution: 'raw', reduced: false, native: true, series: all });

function props(
  values: ReturnType<typeof series>[],
  { settings = {}, turbines = [], at = page }: { settings?: object; turbines?: ReturnType<typeof series>[]; at?: typeof page } = {},
): WindRoseProps {
  const data = { values: response(values), turbines: response(turbines) };
  return { settings: completeSettings(windRoseSettings, settings), page: at, data } as never;
}

const MAST = [
  series('MAST-1', 'WindDirection||Validated', [350, 10, 90, 180, null, 200]),
  series('MAST-1', 'WindSpeed||Validated', [2, 4, 10, 0.2, 0.3, null]),
];

test('hours, percent, mean and classes by sector, with the calm share', () => {
  const { columns, rows } = windRoseTable(props(MAST), widgetText());
  expect(rows).toHaveLength(12);
  const [north, , , east] = rows.map(({ values }) => values);
  expect(north).toMatchObject({ from: 345, to: 15, percent: 40, mean: 3, class0: 20, class1: 20, calm: 40 });
  expect(east).toMatchObject({ from: 75, to: 105, percent: 20, mean: 10, class3: 20 });
  expect(north?.weight).toBeCloseTo(1 / 3, 9);
  expect(columns.slice(6).map(({ header }) => header)).toEqual(['0.5 to 3', '3 to 6', '6 to 9', '9 to 12', 'over 12', 'Calm']);
});

test('weighted by energy a direction has the energy that came from it', () => {
  const power = series(site, 'ActivePower||Validated', [0, 60, 120, -30, -30, 60]);
  const { rows } = windRoseTable(props([...MAST, power], { settings: { weight: 'energy', sectors: '8' } }), widgetText());
  expect(rows.map(({ values }) => values.weight)).toEqual([10, 0, 20, 0, 0, 0, 0, 0].map((value) => expect.closeTo(value, 9)));
});

test('where the mast has no direction turbines stand for it', () => {
  const at = devicePage(period, { S01: ['WT-1'] }, 'WindTurbine');
  const turbines = [series('WT-1', 'NacelleWindDirection||Validated', [90]), series('WT-1', 'NacelleWindSpeed||Validated', [8])];
  expect(windRoseOf(props([], { turbines, at }))).toMatchObject({ isOfTurbines: true, counts: { pointCount: 1 } });
  expect(windRoseWidget.charts?.(props([]) as never, widgetText())).toEqual([]);
});

test('classes are ascending numbers', () => {
  expect([classLimits('3, 6; 9 12'), classLimits('6, 3'), classLimits('a'), classLimits('')]).toEqual([
    [3, 6, 9, 12],
    undefined,
    undefined,
    undefined,
  ]);
  expect(windRoseSettings.read({ version: windRoseSettings.version, settings: { classes: '6, 3' } }).status).toBe('incomplete');
});

test('a sector keeps its directions, and the one of north those on both sides of it', () => {
  const rose = { sectors: 12, directionId: 'WindDirection||Validated' };
  const signalId = 'WindDirection||Validated';
  expect(sectorFilter(rose, 3)).toEqual([{ kind: 'value', signalId, min: 75, max: 105 }]);
  expect(sectorFilter(rose, 0)).toEqual([{ kind: 'value', signalId, min: 15, max: 345, isOutside: true }]);
});
