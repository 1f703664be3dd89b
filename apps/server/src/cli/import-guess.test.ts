import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportMapping, importMappingSchema } from '@solvane/contract/import-mapping';
import { referenceData, referenceDataFolder } from '@solvane/testing/reference-data';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openConsole } from './testing/import-console.ts';

interface Written {
  time: { format: string; zone?: string };
  device?: { segmentId: string } | { column: string; segments: Record<string, string> };
  signals: { column: string; signal: string; segmentId?: string; factor?: number }[];
}

/** What a person fills in: the zone, the order of day and month, and a segment wherever one is missing. */
function answered(text: string, { segments, zone, order }: { segments: readonly string[]; zone: string; order?: string }): ImportMapping {
  const mapping = parse(text) as Written;
  const left = [...segments];
  const next = (): string => left.shift() ?? segments[0] ?? '';
  const { device } = mapping;
  return importMappingSchema.parse({
    ...mapping,
    time: { ...mapping.time, ...(mapping.time.zone && { zone }), ...(order && { format: order }) },
    ...(device && {
      device:
        'column' in device
          ? { ...device, segments: Object.fromEntries(Object.keys(device.segments).map((name) => [name, next()])) }
          : { segmentId: next() },
    }),
    signals: mapping.signals.map((signal) => ('segmentId' in signal ? { ...signal, segmentId: next() } : signal)),
  });
}

const HOURS = ['10:00', '10:10', '10:20', '10:30'];
const STORED = HOURS.map((hour, index) => [`2026-01-14T${hour}:00.000Z`, index + 1.5]);
const text = (head: string, row: (hour: string, value: string) => string): string =>
  `${head}\n${HOURS.map((hour, index) => `${row(hour, String(index + 1.5))}\n`).join('')}`;

describe('the mapping of a guess is accepted once its doubts are answered, and brings the values of the file', () => {
  test.each([
    ['one device', text('time,power (kW)', (hour, value) => `2026-01-14 ${hour},${value}`), {}],
    ['day first with decimal commas', text('Zeit;Leistung (kW)', (hour, value) => `14.01.2026 ${hour};${value.replace('.', ',')}`), {}],
    [
      'an order that is open',
      text('time,power (kW)', (hour, value) => `1/2/2026 ${hour},${value}`),
      { order: 'monthFirst', day: '2026-01-02' },
    ],
    ['digits of minutes', text('time,power (kW)', (hour, value) => `20260114${hour.replace(':', '')},${value}`), {}],
    ['a date and a clock', text('Date,Time,power (kW)', (hour, value) => `2026-01-14,${hour},${value}`), {}],
    [
      'a device column',
      text('time,inverter,power (kW)', (hour, value) => `2026-01-14 ${hour},A,${value}\n2026-01-14 ${hour},B,${value}`),
      {},
    ],
    [
      'a column per device',
      text('time,inv1 power (W),inv2 power (W)', (hour, value) => `2026-01-14 ${hour},${Number(value) * 1000},7000`),
      {},
    ],
    ['one value per row', text('time,tag,value', (hour, value) => `2026-01-14 ${hour},P_ac_kW,${value}\n2026-01-14 ${hour},note,x`), {}],
    ['lines above and units below the names', text('Station 7\n\n,P\n,kW', (hour, value) => `2026-01-14 ${hour},${value}`), {}],
    ['the names once more', `${text('time,power (kW)', (hour, value) => `2026-01-14 ${hour},${value}`)}time,power (kW)\n`, {}],
  ])('%s', async (_, file, { order, day }: { order?: string; day?: string }) => {
    const { plant, folder, run, load } = await openConsole();
    writeFileSync(join(folder, 'data.csv'), file);
    const guessed = await run('--guess', 'data.csv');
    expect(guessed.code, guessed.text).toBe(0);
    const mapping = answered(guessed.text, { segments: ['inv-1', 'inv-2'], zone: 'UTC', ...(order && { order }) });
    const { code, text: printed } = await load(JSON.stringify(mapping), file);
    expect(code, printed).toBe(0);
    expect(await plant.stored('inv-1')).toEqual(
      STORED.map(([time, value]) => [day ? String(time).replace('2026-01-14', day) : time, value]),
    );
  });

  test('a refusal is printed with its reason, and nothing else', async () => {
    const { folder, run } = await openConsole();
    writeFileSync(join(folder, 'data.csv'), 'hour,power\n1,0\n2,5\n3,6\n');
    expect(await run('--guess', 'data.csv')).toEqual({
      code: 1,
      text: expect.stringContaining('rows that are only numbered need a date each'),
    });
    expect(await run('--guess')).toEqual({ code: 1, text: expect.stringContaining('--guess needs one file') });
  });
});

/** Larger files say nothing more. */
const MOST_BYTES = 300_000;
/** Sets without a time axis, or of texts: refused, each with the reason. */
const REFUSED =
  /REFUSED: .*(holds dates such as|days? apart|a list, not a series|without a column of codes|measured numbers|is a measurement)/;

const wanted = referenceData('wind_nrel_ge15');
describe.skipIf(wanted.isAbsent)(`files of real plants${wanted.note}`, () => {
  test('each has a mapping that is accepted once segments are named, or a refusal', { timeout: 600_000 }, async () => {
    const { run } = await openConsole();
    const files = readdirSync(referenceDataFolder(), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.csv(\.gz)?$/i.test(file))
      .filter((file) => statSync(join(referenceDataFolder(), file)).size < MOST_BYTES);
    const found: Record<string, string> = {};
    for (const file of files) {
      const { code, text: printed } = await run('--guess', join(referenceDataFolder(), file));
      if (code !== 0) found[file] = `REFUSED: ${printed}`;
      else {
        const mapping = answered(printed, { segments: ['inv-1'], zone: 'UTC' });
        found[file] = `${mapping.time.format} ${mapping.time.interval} ${mapping.signals.map(({ signal }) => signal).join(' ')}`;
      }
    }
    const refused = Object.entries(found).filter(([, what]) => what.startsWith('REFUSED'));
    expect(refused.filter(([, what]) => !REFUSED.test(what))).toEqual([]);
    // Orders that only the whole file decides.
    for (const file of ['nrel_RSF_II.csv', 'rmis_weather_data.csv.gz', 'irradiance_RMIS_NREL.csv.gz', 'snow_data.csv.gz'])
      expect(found[join('pv_labelled_pvanalytics', file)]).toMatch(/^monthFirst/);
    expect(found[join('wind_res_anonymised', 'homer_2turbines_202307_10min.csv.gz')]).toContain(
      'ActivePower ActivePower||StdDev NacelleWindSpeed NacelleWindSpeed||StdDev',
    );
    expect(found[join('wind_kelmarsh_2018_hourly', 'power_kw_hourly_2018.csv.gz')]).toBe(`iso PT1H ${'ActivePower '.repeat(6).trim()}`);
    expect(Object.keys(found).length).toBeGreaterThan(50);
  });
});
