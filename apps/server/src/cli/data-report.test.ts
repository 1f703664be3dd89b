import { expect, test } from 'vitest';
import { computeWaiting } from '../modules/performance/performance.ts';
import { JSON_TYPE, NOON_MS, openPlant } from '../modules/signals/testing/plant.ts';
import { execute } from './command.ts';
import { dataReportCommand } from './data-report.ts';

const NO_EVENTS = { loadOverlays: async () => new Map(), storeEvents: async () => undefined };

async function openTerminal() {
  const plant = await openPlant();
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const io = {
      folder: '/',
      print: (line: string) => lines.push(line),
      status: () => undefined,
      ask: async () => '',
      signal: new AbortController().signal,
    };
    return { code: await execute(dataReportCommand, plant.deps, args, io), lines };
  };
  const send = async (impossible: number) => {
    await plant.given.metadata('inv-1', { capacityAc: 1000 });
    const t = Array.from({ length: 36 }, (_, i) => NOON_MS - (36 - i) * 600_000);
    const v = t.map((_, i) => (i < impossible ? 5000 : 500 + i));
    await plant.ingest(JSON_TYPE, JSON.stringify({ series: [{ segmentId: 'inv-1', signal: 'ActivePower', t, v }] }));
  };
  return { plant, run, send };
}

test('the terminal shows what removed values, and ends with an error when validation changed the energy', async () => {
  const { plant, run, send } = await openTerminal();
  await send(6);
  expect((await run('plant')).lines).toContain('1 days are still to be computed: start the product, or run this again later.');
  await computeWaiting(plant.deps, NO_EVENTS);
  const { code, lines } = await run('plant');
  expect(code).toBe(1);
  expect(lines[0]).toBe('Plant, 2026-01-15 to 2026-01-15 (Europe/Stockholm)');
  expect(lines).toContain('INV-1 (inv-1)');
  expect(lines).toContain('  ActivePower||Raw: 36 points, 83.3 % of 36 intervals valid');
  expect(lines).toContain('    Out of range, maximum removed 6 intervals (16.7 %)');
  expect(lines.find((line) => line.startsWith('    ERROR: '))).toMatch(/kWh received, .* kWh after validation \(3\d\.\d %\)$/);
});

test('data that validation leaves alone end without an error', async () => {
  const { plant, run, send } = await openTerminal();
  await send(0);
  await computeWaiting(plant.deps, NO_EVENTS);
  const { code, lines } = await run('plant', '--from', '2026-01-15', '--to', '2026-01-15');
  expect(code).toBe(0);
  expect(lines.join('\n')).toContain('100.0 % of 36 intervals valid');
});

test('what cannot be reported is refused with the way to mend it', async () => {
  const { run } = await openTerminal();
  expect(await run('--help')).toMatchObject({ code: 0 });
  expect(await run('other')).toEqual({ code: 1, lines: ['There is no site other. Sites: plant'] });
  expect(await run('plant')).toEqual({ code: 0, lines: ['Plant has no data yet.'] });
  expect((await run('plant', '--from', 'yesterday')).lines).toEqual(['yesterday is not a date such as 2025-03-31.']);
  expect((await run('plant', '--until', 'now')).lines[0]).toContain("'--until'");
});
