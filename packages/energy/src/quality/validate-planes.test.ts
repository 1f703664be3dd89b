import { describe, expect, test } from 'vitest';
import { QUALITY_FLAGS } from './flags.ts';
import { constant, device, validated, wave } from './testing/site-builder.ts';

const MISSING = Number.NaN;
const F = QUALITY_FLAGS;

describe('irradiance too low for the power made of it', () => {
  const devices = [
    { ...device('POA-1', 'PlaneOfArray', { IrradiancePOA: wave(500) }), primaryWeatherStationId: 'WS' },
    device('WS', 'WeatherStation', { IrradiancePOA: wave(800) }),
    device('INV', 'Inverter', { ActivePower: wave(850) }),
  ];

  test('is taken from the station', () => {
    const { values, flags } = validated(devices, 'IrradiancePOA', 'POA-1');
    expect([values[12], flags[12]]).toEqual([wave(800)[12], F.PR_HIGH | F.REFERENCE]);
  });

  test('is judged by the inverters that refer to the sensor', () => {
    const referring = [
      device('POA-1', 'PlaneOfArray', { IrradiancePOA: wave(500) }),
      { ...device('LOW', 'Inverter', { ActivePower: wave(400) }), irradianceSensorId: 'POA-1' },
      { ...device('HIGH', 'Inverter', { ActivePower: wave(950) }), irradianceSensorId: 'WS' },
    ];
    expect(validated(referring, 'IrradiancePOA', 'POA-1').flags[12]).toBe(0);
    const swapped = referring.map((one) => (one.id === 'POA-1' ? one : { ...one, irradianceSensorId: one.id === 'LOW' ? 'WS' : 'POA-1' }));
    expect((validated(swapped, 'IrradiancePOA', 'POA-1').flags[12] ?? 0) & F.PR_HIGH).toBe(F.PR_HIGH);
  });
});

describe('planes', () => {
  const plane = (id: string, level: number, azimuth: number) => ({
    ...device(id, 'PlaneOfArray', { IrradiancePOA: wave(level) }),
    azimuth,
  });

  test('are compared with planes that look the same way', () => {
    const devices = [
      plane('S1', 300, 180),
      plane('S2', 700, 180),
      plane('S3', 705, 183),
      plane('S4', 698, 182),
      plane('E1', 500, 90),
      plane('E2', 710, 90),
      plane('E3', 700, 90),
      plane('E4', 705, 88),
    ];
    const flagOf = (id: string) => (validated(devices, 'IrradiancePOA', id).flags[12] ?? 0) & F.CONSENSUS;
    expect(['S1', 'S2', 'S3', 'S4', 'E1', 'E2', 'E3', 'E4'].map(flagOf)).toEqual([F.CONSENSUS, 0, 0, 0, F.CONSENSUS, 0, 0, 0]);
  });

  test('that collect less than the others all day are drifting', () => {
    const devices = [plane('A', 650, 180), plane('B', 700, 180), plane('C', 702, 180)];
    expect((validated(devices, 'IrradiancePOA', 'A').flags[12] ?? 0) & F.POA_CONSENSUS).toBe(F.POA_CONSENSUS);
    expect((validated(devices, 'IrradiancePOA', 'B').flags[12] ?? 0) & F.POA_CONSENSUS).toBe(0);
  });

  test('of two sensors none is judged by the other', () => {
    const devices = [plane('A', 500, 180), plane('B', 700, 180)];
    expect(devices.map(({ id }) => validated(devices, 'IrradiancePOA', id).flags[12])).toEqual([0, 0]);
  });

  test('play no part for other quantities', () => {
    const stations = [10, 20, 20.5, 21].map((level, k) => ({
      ...device(`WS-${k}`, 'WeatherStation', { AmbientTemperature: wave(level) }),
      azimuth: 90 * k,
    }));
    expect((validated(stations, 'AmbientTemperature', 'WS-0').flags[12] ?? 0) & F.CONSENSUS).toBe(F.CONSENSUS);
    expect(validated(stations, 'AmbientTemperature', 'WS-1').flags[12]).toBe(0);
  });

  test('fill each other', () => {
    const silent = { ...plane('A', 1, 180), signals: [{ apCode: 'IrradiancePOA', raw: constant(MISSING) }] };
    const { values, flags } = validated([silent, plane('B', 700, 180), plane('C', 702, 180)], 'IrradiancePOA', 'A');
    expect(values[12]).toBeCloseTo(((wave(700)[12] ?? 0) + (wave(702)[12] ?? 0)) / 2, 9);
    expect(flags[12]).toBe(F.MISSING | F.CONSENSUS_AVERAGE);
  });
});
