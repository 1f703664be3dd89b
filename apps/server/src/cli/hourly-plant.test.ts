import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { localDay, toIsoDate } from '@solvane/energy/time/local-day';
import { averagedPlant } from '@solvane/simulator/unfamiliar/averaged-plant';
import { type SimulatedDays, simulatedDays } from '@solvane/simulator/unfamiliar/interval-figures';
import { inverterIds, STATION_ID } from '@solvane/simulator/unfamiliar/minute-plant';
import { SOLAR_PLANT } from '@solvane/simulator/unfamiliar/plants';
import { expect, onTestFinished, test } from 'vitest';
import { computeAllWaiting } from '../app.ts';
import { testApp } from '../testing/test-app.ts';
import { type Command, execute } from './command.ts';
import { fleetCommand } from './fleet.ts';
import { importCommand } from './import.ts';

const PERIOD = { first: localDay(2025, 5, 1), count: 8 };
/** No code of them is imported. */
const FAULTS = [
  { id: 'stop', deviceId: 'inv-1', kind: 'stop', startMinute: 2 * 1440 + 9 * 60, minutes: 7 * 60 },
  { id: 'silent stop', deviceId: 'inv-3', kind: 'stop', startMinute: 4 * 1440 + 9 * 60, minutes: 50 * 60 },
] as const;
const WEATHER = ['IrradiancePOA', 'AmbientTemperature', 'ModuleTemperature'];

const { solar, location } = SOLAR_PLANT;
const FLEET = `version: 1
enterprises:
  - { id: own, name: Own }
sites:
  - id: roof
    name: Roof
    enterpriseId: own
    visibilityState: Published
    timezone: UTC
    latitude: ${location.latitude}
    longitude: ${location.longitude}
    country: ES
    energyType: PV
    signalCalcPeriod: PT1H
    metadata: { altitude: ${location.altitude}, tilt: ${solar?.tilt}, azimuth: ${solar?.azimuth}, systemLoss: ${solar?.systemLoss} }
    segments:
      - { id: station, name: Station, type: WeatherStation }
${(solar?.inverters ?? []).map(({ acKw, dcKw }, k) => `      - { id: inv-${k + 1}, name: INV-${k + 1}, type: Inverter, metadata: { capacityAc: ${acKw}, capacityDc: ${dcKw} } }`).join('\n')}
`;
const MAPPING = `version: 1
time: { column: time, zone: UTC, stamp: start, interval: PT1H }
device: { segmentId: station }
signals:
${WEATHER.map((apCode) => `  - { column: ${apCode}, signal: ${apCode} }`).join('\n')}
${inverterIds(SOLAR_PLANT)
  .map((id) => `  - { column: ${id}, signal: ActivePower, segmentId: ${id} }`)
  .join('\n')}
`;

/** One row per hour of daylight: at night this logger writes nothing. */
function hourlyRows({ plant }: SimulatedDays): string {
  const { grid, signals } = averagedPlant(plant, 60);
  const raw = (id: string, apCode: string) => signals.get(id)?.find((signal) => signal.apCode === apCode)?.raw ?? new Float64Array(0);
  const columns = [...WEATHER.map((apCode) => raw(STATION_ID, apCode)), ...inverterIds(SOLAR_PLANT).map((id) => raw(id, 'ActivePower'))];
  const light = raw(STATION_ID, 'IrradiancePOA');
  const rows = Array.from({ length: grid.count }, (_, i) =>
    (light[i] ?? 0) > 2
      ? [[new Date(grid.startMs + i * grid.stepMs).toISOString(), ...columns.map((column) => column[i]?.toFixed(3))].join(',')]
      : [],
  );
  return `${[['time', ...WEATHER, ...inverterIds(SOLAR_PLANT)].join(','), ...rows.flat()].join('\n')}\n`;
}

test('an hourly plant whose logger sleeps at night keeps its energy, and its stops are found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvane-hourly-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const simulated = simulatedDays(SOLAR_PLANT, PERIOD, FAULTS);
  await writeFile(join(folder, 'fleet.yaml'), FLEET);
  await writeFile(join(folder, 'map.yaml'), MAPPING);
  await writeFile(join(folder, 'data.csv'), hourlyRows(simulated));
  const { deps, as } = await testApp({ signals: true });
  const run = async (command: Command, ...args: string[]): Promise<void> => {
    const printed: string[] = [];
    const io = {
      folder,
      print: (line: string) => printed.push(line),
      status: () => undefined,
      ask: async () => '',
      signal: new AbortController().signal,
    };
    expect(await execute(command, deps, args, io), printed.join('\n')).toBe(0);
  };
  await run(fleetCommand, 'import', 'fleet.yaml');
  await run(importCommand, 'map.yaml', 'data.csv');
  expect(await computeAllWaiting(deps)).toBeGreaterThanOrEqual(PERIOD.count);

  const user = await as({ of: 'own' });
  const days = { startMs: Date.parse(toIsoDate(PERIOD.first)), endMs: Date.parse(toIsoDate(PERIOD.first + PERIOD.count)) };
  const sumOf = async (segmentId: string, signalId: string): Promise<number> => {
    const body = { segmentIds: [segmentId as SegmentId], signalIds: [signalId as SignalId], ...days, resolution: 'raw' as const };
    const [series] = (await user.call(signalEndpoints.values, { body })).series;
    return (series?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  for (const id of inverterIds(SOLAR_PLANT)) {
    const power = simulated.plant.series.get(id)?.get('ActivePower') ?? new Float64Array(0);
    const sent = power.subarray(2 * 1440, (2 + PERIOD.count) * 1440).reduce((sum, kw) => sum + Math.max(0, kw) / 60, 0);
    expect((await sumOf(id, 'ActiveEnergy||Validated')) / sent).toBeCloseTo(1, 2);
    expect(await sumOf(id, 'ActiveEnergy||LostCommunication')).toBe(0);
  }
  for (const { deviceId, lost } of simulated.plant.losses) {
    const found = await sumOf(deviceId, 'ActiveEnergy||LostDowntime');
    expect(Math.abs(found / lost - 1)).toBeLessThan(0.15);
  }
  expect(await sumOf('inv-2', 'ActiveEnergy||LostDowntime')).toBe(0);
});
