import { startProduct } from '@solvane/testing/product';
import { LOGIN, startBenchProduct } from './bench-fleet.ts';
import { EVENTS_PERIOD, fillEvents } from './event-fill.ts';
import { measureLogScroll } from './event-screen.ts';
import type { Measurement } from './measure.ts';

const EVENTS = 5_000;

/** The log with as many events as a user scrolls through, in a minute: to compare two versions of its table. */
export const scrollBenchmark = {
  title: 'Scrolling the event log with 5,000 events',
  async run(): Promise<Measurement[]> {
    const { product } = await startBenchProduct();
    try {
      await product.stop();
      fillEvents({ dataFolder: product.dataFolder, count: EVENTS });
      const again = await startProduct({ demo: 'off', dataFolder: product.dataFolder, env: { SOLVANE_LOG_LEVEL: 'warn' } });
      try {
        return await measureLogScroll({ ...LOGIN, baseUrl: again.baseUrl, period: EVENTS_PERIOD });
      } finally {
        await again.stop();
      }
    } finally {
      await product.dispose();
    }
  },
};
