import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { countWaiting, untilComputed } from './at-rest.ts';
import { BENCH_SIGNALS, type BenchProduct, sendBlock, startBenchProduct, whereItIsNoon } from './bench-fleet.ts';
import { type Measurement, median } from './measure.ts';
import { readMemory, sumMemory } from './process-memory.ts';
import { readUntil } from './readers.ts';

const [SITES, DEVICES] = [20, 10];
const STEP_MS = 600_000;
/** A day, at a hundred and fifty times its speed. */
const INTERVALS = 144;
const EVERY_MS = 4_000;
const LOST_AFTER_S = 600;
const MEGABYTE = 2 ** 20;

/** What the processes hold at one moment. */
interface Held {
  bytes: number;
  files: number;
}

/** A day of a fleet in ten minutes, calculated as it arrives, while a user looks around: does anything grow that should not? */
export const soakBenchmark = {
  title: 'A day of a fleet, at a hundred and fifty times its speed',
  async run(): Promise<Measurement[]> {
    const bench = await startBenchProduct({ sites: SITES, devicesPerSite: DEVICES, place: whereItIsNoon() });
    try {
      let isOver = false;
      const reading = readUntil(bench.user, () => isOver);
      const held = await sendDay(bench).finally(() => {
        isOver = true;
      });
      const times = await reading;
      const waiting = await countWaiting(bench.user);
      await untilComputed(bench.user, LOST_AFTER_S);
      return [
        ...toMeasurements(held, times.length),
        { name: 'Site-days that wait at the end', value: waiting, unit: 'days', note: 'neighbours of the running day wait on purpose' },
      ];
    } finally {
      await bench.product.dispose();
    }
  },
};

async function sendDay(bench: BenchProduct): Promise<Held[]> {
  const firstMs = Math.floor(Date.now() / STEP_MS) * STEP_MS - INTERVALS * STEP_MS;
  const held: Held[] = [];
  for (let interval = 0; interval < INTERVALS; interval += 1) {
    const sentMs = Date.now();
    await sendBlock(bench, { deviceIds: bench.deviceIds, signals: BENCH_SIGNALS, startMs: firstMs + interval * STEP_MS, intervals: 1 });
    await delay(Math.max(0, sentMs + EVERY_MS - Date.now()));
    held.push(readHeld(bench.product.pid));
  }
  return held;
}

/** Linux only; elsewhere nothing is held. */
function readHeld(pid: number | undefined): Held {
  if (pid === undefined) return { bytes: 0, files: 0 };
  return { bytes: sumMemory(readMemory(pid)), files: readdirSync(`/proc/${pid}/fd`).length };
}

/** What a start and the first questions take is there after the first quarter. */
function toMeasurements(held: readonly Held[], questions: number): Measurement[] {
  const quarterOf = (number: number): Held => {
    const part = held.slice((number * held.length) / 4, ((number + 1) * held.length) / 4);
    return { bytes: median(part.map(({ bytes }) => bytes)), files: median(part.map(({ files }) => files)) };
  };
  const quarters = [0, 1, 2, 3].map(quarterOf);
  const [, early, , late] = quarters;
  const ratio = (name: keyof Held) => (late?.[name] ?? Number.NaN) / (early?.[name] ?? Number.NaN);
  return [
    {
      name: 'Memory in the last quarter against that in the second',
      value: ratio('bytes'),
      unit: 'x',
      goal: { value: 1.05, direction: 'atMost' },
      note: `${SITES} sites x ${DEVICES} inverters x ${BENCH_SIGNALS.length} signals, ${INTERVALS} intervals of ten minutes, one every ${EVERY_MS / 1000} s, ${questions} questions meanwhile; median of the quarters ${quarters.map(({ bytes }) => `${(bytes / MEGABYTE).toFixed(0)} MB`).join(', ')}`,
    },
    {
      name: 'Open files in the last quarter against those in the second',
      value: ratio('files'),
      unit: 'x',
      goal: { value: 1.05, direction: 'atMost' },
      note: `median of the quarters ${quarters.map(({ files }) => files.toFixed(0)).join(', ')}`,
    },
  ];
}
