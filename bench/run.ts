import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { buildWebIfChanged } from '../tools/web-build.ts';
import type { Measurement } from './src/measure.ts';
import { toRow, writeSection } from './src/report.ts';

interface Benchmark {
  title: string;
  run(): Promise<Measurement[]>;
}

/** Names as given on the command line: `npm run bench -- start import`. */
const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  start: async () => (await import('./src/start.ts')).startBenchmark,
  shell: async () => (await import('./src/shell.ts')).shellBenchmark,
  web: async () => (await import('./src/web-size.ts')).webSizeBenchmark,
  import: async () => (await import('./src/import.ts')).importBenchmark,
  events: async () => (await import('./src/events.ts')).eventsBenchmark,
  dashboards: async () => (await import('./src/dashboards.ts')).dashboardsBenchmark,
  scroll: async () => (await import('./src/scroll.ts')).scrollBenchmark,
  performance: async () => (await import('./src/performance.ts')).performanceBenchmark,
  signals: async () => (await import('./src/signals.ts')).signalsBenchmark,
  studio: async () => (await import('./src/studio.ts')).studioBenchmark,
  configuration: async () => (await import('./src/configuration.ts')).configurationBenchmark,
  'studio-screen': async () => (await import('./src/studio-screen.ts')).studioScreenBenchmark,
  memory: async () => (await import('./src/memory.ts')).memoryBenchmark,
  crowd: async () => (await import('./src/crowd.ts')).crowdBenchmark,
  'crowd-parts': async () => (await import('./src/crowd.ts')).crowdPartsBenchmark,
  live: async () => (await import('./src/live.ts')).liveBenchmark,
  soak: async () => (await import('./src/soak.ts')).soakBenchmark,
  screens: async () => (await import('./src/screens.ts')).screensBenchmark,
  beside: async () => (await import('./src/side-by-side.ts')).sideBySideBenchmark,
};

// Garbage of the client process is not what is measured: collecting it took 5 ms of each large response.
setFlagsFromString('--heap-growing-percent=200');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(1);
}

// Browsers and sizes are measured with the web app as it is now, not as it was last built.
await buildWebIfChanged(fileURLToPath(new URL('..', import.meta.url)));

const page = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const benchmark = await load();
  console.log(`\n${benchmark.title}`);
  const measurements = await benchmark.run();
  if (measurements.length === 0) continue;
  for (const measurement of measurements) console.log(toRow(measurement));
  writeSection({ file: page, title: benchmark.title, measurements });
}
