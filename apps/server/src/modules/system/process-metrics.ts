import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readFreeBytes } from '../../db/disk.ts';
import type { StreamHub } from './stream-hub.ts';
import type { SystemDeps } from './system-deps.ts';

export function registerProcessMetrics({ metrics, database, readiness, config }: SystemDeps, hub: StreamHub): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  metrics.gauge('solvane_ready', '1 when sign-in works', () => (readiness.isReady() ? 1 : 0));
  metrics.gauge('solvane_disk_free_bytes', 'Free space on the disk of the data folder', () => readFreeBytes(config.dataFolder));
  metrics.gauge('solvane_event_streams', 'Open event streams', () => hub.count());
  metrics.gauge('solvane_database_connections', 'Connections to PostgreSQL by state', () => [
    { labels: { state: 'open' }, value: database.pool.totalCount },
    { labels: { state: 'idle' }, value: database.pool.idleCount },
    { labels: { state: 'awaited' }, value: database.pool.waitingCount },
  ]);
  metrics.gauge('solvane_event_loop_delay_seconds', 'Delay of the main thread since the last reading', () => {
    const readings = [0.5, 0.99].map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: delay.percentile(quantile * 100) / 1e9,
    }));
    const longest = { labels: { quantile: '1' }, value: delay.max / 1e9 };
    delay.reset();
    return [...readings, longest];
  });
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  metrics.gauge('process_cpu_seconds_total', 'Processor time of the process', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
}
