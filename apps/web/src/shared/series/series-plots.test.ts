import { describe, expect, test } from 'vitest';
import type { SeriesColumns } from './series-columns.ts';
import { colourKeys, intervalOf, type PlotsRequest, seriesPlots } from './series-plots.ts';

const START_MS = Date.UTC(2025, 5, 24);

function givenSeries(given: Partial<SeriesColumns> = {}): SeriesColumns {
  const label = given.label ?? 'INV-1';
  return {
    key: label,
    label,
    segmentId: label,
    signalId: 'ActivePower||Raw',
    unit: 'kW',
    timezone: 'Europe/Madrid',
    periodsBack: 0,
    timesMs: Float64Array.of(START_MS, START_MS + 600_000),
    values: Float64Array.of(1600, 1824),
    low: null,
    high: null,
    completeness: null,
    ...given,
  };
}

const SIGNALS: PlotsRequest['signals'] = new Map(
  [
    ['ActivePower', 'Raw', 'Active power', 'Power', 'avg'],
    ['ActivePower', 'Expected', 'Active power', 'Power', 'avg'],
    ['ActivePower', 'Reference', 'Active power', 'Power', 'avg'],
    ['DcPower', 'Raw', 'DC power', 'Power', 'avg'],
    ['IrradiancePOA', 'Raw', 'Plane-of-array irradiance', 'Irradiance', 'avg'],
    ['ActiveEnergy', 'Raw', 'Net active energy', 'Energy', 'sum'],
    ['OperatingState', 'Raw', 'Operating state', 'State', 'mode'],
    ['AmbientTemperature', 'Raw', 'Air temperature', 'Temperature', 'avg'],
  ].map(([apCode = '', calcType = '', name = '', measurementTypeName = '', timeAggregation = '']) => [
    `${apCode}||${calcType}`,
    { apCode, calcType, name, measurementTypeName, timeAggregation },
  ]),
);

function plotsOf(series: SeriesColumns[], given: Partial<PlotsRequest> = {}) {
  return seriesPlots({
    series,
    signals: SIGNALS,
    bucketMs: null,
    siteName: () => null,
    calcTypeName: (calcType) => calcType,
    periodsBackName: () => 'the day before',
    colours: new Map(colourKeys(series).map((key, index) => [key, index])),
    ...given,
  });
}

describe('plots', () => {
  test('there is one per unit, in the order of the signals, in the unit that keeps numbers short', () => {
    const plots = plotsOf([
      givenSeries(),
      givenSeries({ label: 'POA-1', signalId: 'IrradiancePOA||Raw', unit: 'W/m²' }),
      givenSeries({ label: 'INV-2' }),
    ]);
    expect(plots.map(({ title, unit, lines }) => [title, unit, lines.length])).toEqual([
      ['Active power', 'MW', 2],
      ['Plane-of-array irradiance', 'W/m²', 1],
    ]);
  });

  test('power stands on zero, temperature does not need to', () => {
    const plots = plotsOf([givenSeries(), givenSeries({ signalId: 'AmbientTemperature||Raw', unit: '°C' })]);
    expect(plots.map(({ fromZero }) => fromZero)).toEqual([true, false]);
  });
});

describe('lines', () => {
  test('are named after their device', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ label: 'INV-2' })]);
    expect(plot?.lines.map(({ label, detail }) => [label, detail])).toEqual([
      ['INV-1', ''],
      ['INV-2', ''],
    ]);
  });

  test('of one device are named and coloured after their quantity', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ signalId: 'DcPower||Raw' })]);
    expect(plot?.lines.map(({ label, colour }) => [label, colour])).toEqual([
      ['Active power', 0],
      ['DC power', 1],
    ]);
  });

  test('raw values beside their validated ones have a colour of their own', () => {
    const [plot] = plotsOf([
      givenSeries(),
      givenSeries({ signalId: 'ActivePower||Validated' }),
      givenSeries({ signalId: 'ActivePower||Expected' }),
    ]);
    expect(plot?.lines.map(({ colour }) => colour)).toEqual([0, 1, 1]);
  });

  test('by signal share a colour over all devices', () => {
    const series = [givenSeries(), givenSeries({ label: 'INV-2' }), givenSeries({ signalId: 'DcPower||Raw' })];
    const colours = new Map(colourKeys(series, 'signal').map((key, index) => [key, index]));
    const [plot] = plotsOf(series, { colourBy: 'signal', colours });
    expect(plot?.lines.map(({ colour }) => colour)).toEqual([0, 0, 1]);
  });

  test('of a total of several quantities are named and coloured after these in every plot', () => {
    const total = { label: 'Total', segmentId: null };
    const plots = plotsOf([givenSeries(total), givenSeries({ ...total, signalId: 'IrradiancePOA||Raw', unit: 'W/m²' })]);
    expect(plots.flatMap(({ lines }) => lines.map(({ label, colour }) => [label, colour]))).toEqual([
      ['Active power', 0],
      ['Plane-of-array irradiance', 1],
    ]);
  });

  test('of devices of several sites carry the name of their site', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ label: 'INV-2' })], {
      siteName: ({ label }) => (label === 'INV-1' ? 'Guadal' : 'Malar'),
    });
    expect(plot?.lines.map(({ label }) => label)).toEqual(['Guadal INV-1', 'Malar INV-2']);
  });

  test('what another device tells of one is told apart from what the device shows itself', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ signalId: 'ActivePower||Reference' })]);
    expect(plot?.lines.map(({ stroke, colour }) => [stroke, colour])).toEqual([
      ['series', 0],
      ['expected', 0],
    ]);
  });

  test('expected is dashed and shares the colour of its device', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ signalId: 'ActivePower||Expected' }), givenSeries({ label: 'INV-2' })]);
    expect(plot?.lines.map(({ stroke, colour, detail }) => [stroke, colour, detail])).toEqual([
      ['series', 0, 'Raw'],
      ['expected', 0, 'Expected'],
      ['series', 1, 'Raw'],
    ]);
  });

  test('of the period before are pale and say so', () => {
    const [plot] = plotsOf([givenSeries(), givenSeries({ periodsBack: 1 })]);
    expect(plot?.lines[1]).toMatchObject({ stroke: 'comparison', detail: 'the day before', colour: 0 });
  });

  test('more than ten devices are grey', () => {
    const [plot] = plotsOf(Array.from({ length: 11 }, (_, index) => givenSeries({ label: `INV-${index}` })));
    expect(plot?.lines.every(({ colour }) => colour === null)).toBe(true);
  });

  test('energy is drawn as bars, states and daily means as steps', () => {
    const energy = givenSeries({ signalId: 'ActiveEnergy||Raw', unit: 'kWh' });
    expect(plotsOf([energy])[0]?.lines[0]?.shape).toBe('bars');
    expect(plotsOf([givenSeries({ signalId: 'OperatingState||Raw', unit: '' })])[0]?.lines[0]?.shape).toBe('step');
    expect(plotsOf([givenSeries()], { bucketMs: 86_400_000 })[0]?.lines[0]?.shape).toBe('step');
    expect(plotsOf([givenSeries()])[0]?.lines[0]?.shape).toBe('line');
  });

  test('take their interval from what most neighbours are apart, gaps or not', () => {
    expect(intervalOf(Float64Array.of(0, 600_000, 1_200_000, 9_000_000, 9_600_000))).toBe(600_000);
    expect(intervalOf(new Float64Array())).toBe(600_000);
  });
});
