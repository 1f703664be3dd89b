import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BenchProduct, runCommand, startBenchProduct } from './bench-fleet.ts';
import type { Measurement } from './measure.ts';
import { valueAt } from './point-bodies.ts';

const STEP_MS = 600_000;
const DAY_MS = 86_400_000;
const DAYS_PER_FILE = 60;
/** The summers of two years. */
const FILES = 6;
/** What an inverter records: column of the file, signal, unit. */
const COLUMNS = [
  ['P_AC', 'ActivePower', 'kW'],
  ['Q_AC', 'ReactivePower', 'kvar'],
  ['U_AB', 'VoltageAB', 'V'],
  ['U_BC', 'VoltageBC', 'V'],
  ['U_CA', 'VoltageCA', 'V'],
  ['P_DC', 'DcPower', 'kW'],
  ['U_DC', 'DcVoltage', 'V'],
  ['I_DC', 'DcCurrent', 'A'],
  ['T_INV', 'InverterTemperature', '°C'],
  ['F', 'Frequency', 'Hz'],
] as const;

/** Files as a control system exports them: a row per inverter and ten minutes, local times as text. */
export const importBenchmark = {
  title: 'File import',
  async run(): Promise<Measurement[]> {
    const bench = await startBenchProduct();
    try {
      const { mapping, files, points } = writeFiles(bench);
      const output = runCommand(bench.product, ['import', mapping, ...files]);
      const imports = [...output.matchAll(/imported ([\d,]+) points.*?, ([\d.]+) s$/gm)];
      const imported = imports.reduce((sum, [, count = '']) => sum + Number(count.replaceAll(',', '')), 0);
      if (imported !== points) throw new Error(`Expected ${points} points:\n${output}`);
      const seconds = imports.reduce((sum, [, , time]) => sum + Number(time), 0);
      console.log(output);
      return [
        {
          name: 'npm run import, CSV',
          value: points / seconds,
          unit: 'points/s',
          goal: { value: 2_000_000, direction: 'atLeast' },
          note: `${points.toLocaleString('en-US')} points of ${COLUMNS.length} signals in ${FILES} files with local times; durable`,
        },
      ];
    } finally {
      await bench.product.dispose();
    }
  },
};

function writeFiles({ product, deviceIds }: BenchProduct): { mapping: string; files: string[]; points: number } {
  const devices = deviceIds.filter((id) => id.startsWith('bench-0-'));
  const mapping = join(product.dataFolder, 'bench-import.yaml');
  writeFileSync(
    mapping,
    JSON.stringify({
      version: 1,
      time: { column: 'Time', zone: 'Europe/Stockholm', stamp: 'start', interval: 'PT10M', ambiguous: 'first' },
      device: { column: 'Inverter', segments: Object.fromEntries(devices.map((id) => [basename(id).toUpperCase(), id])) },
      signals: COLUMNS.map(([column, signal, unit]) => ({ column, signal, unit })),
    }),
  );
  const files = Array.from({ length: FILES }, (_, index) => {
    const file = join(product.dataFolder, `bench-import-${index}.csv`);
    writeFileSync(file, toCsv(devices, startOf(index)));
    return file;
  });
  return { mapping, files, points: FILES * devices.length * DAYS_PER_FILE * 144 * COLUMNS.length };
}

function startOf(file: number): number {
  return Date.UTC(2024 + Math.floor(file / 3), 3, 1) + (file % 3) * DAYS_PER_FILE * DAY_MS;
}

function toCsv(devices: readonly string[], startMs: number): string {
  const lines = [['Time', 'Inverter', ...COLUMNS.map(([column]) => column)].join(',')];
  for (let timeMs = startMs; timeMs < startMs + DAYS_PER_FILE * DAY_MS; timeMs += STEP_MS) {
    // Summer time from the end of March to the end of October: two hours ahead.
    const time = new Date(timeMs + 2 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    devices.forEach((device, index) => {
      lines.push([time, device.toUpperCase(), ...COLUMNS.map((_, column) => valueAt(index * COLUMNS.length + column, timeMs))].join(','));
    });
  }
  return `${lines.join('\n')}\n`;
}
