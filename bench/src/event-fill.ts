import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DAY_MS = 86_400_000;
export const EVENTS_START_MS = Date.UTC(2025, 9, 1);
const EVENTS_SPAN_MS = 395 * DAY_MS;
/** The same period, as the address of the screen names it. */
export const EVENTS_PERIOD = '2025-09-30_2026-11-02';

/** Straight into the database of the stopped product, in parts that stay short: computing a million events takes days. */
export function fillEvents({ dataFolder, count }: { dataFolder: string; count: number }): void {
  const script = `
    import { PGlite } from '@electric-sql/pglite';
    const db = await PGlite.create({ dataDir: ${JSON.stringify(join(dataFolder, 'postgres'))} });
    for (let from = 0; from < ${count}; from += 25000) await db.exec(\`insert into group_events (id, site_id, segment_id, start_ms, end_ms, is_open, code,
      event_type, category, priority, lost_energy_kwh, revenue_loss, raw_event_ids, updated_at_ms)
      select gen_random_uuid(), 'bench-' || n % 40, 'bench-' || n % 40 || '-inv-' || n / 40 % 25, start_ms, start_ms + 60000 + (n * 7919 % 14400000), false,
        'E' || n * 31 % 200, (array['Downtime','Curtailment','Degraded','Communication Loss','Unknown','Warning','Informational'])[1 + n * 17 % 7],
        (array['Forced outage','Grid outage','Grid curtailment','Underperformance','Data outage','Unclassified','Status'])[1 + n * 17 % 7],
        100 + n * 13 % 700, nullif(n * 7907 % 1000, 0)::float8, n * 7901 % 50, array['raw ' || n], 1
      from (select n, ${EVENTS_START_MS}::bigint + (n / ${count}::float8 * ${EVENTS_SPAN_MS})::bigint as start_ms from generate_series(\${from}::bigint, \${Math.min(from + 25000, ${count}) - 1}::bigint) as n) as made\`);
    await db.exec('vacuum analyze group_events');
    await db.close();`;
  const server = fileURLToPath(new URL('../../apps/server', import.meta.url));
  const result = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: server, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`Filling ended with ${result.status}:\n${result.stderr}`);
}
