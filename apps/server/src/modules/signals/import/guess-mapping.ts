import type { MappingDoubt, MappingDraft } from '@solvane/contract/data-import';
import { findCatalogueRow, SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { parseTime } from '@solvane/energy/time/local-time';
import { parseUnit } from '@solvane/energy/units/units';

export interface SampleFile {
  columns: readonly string[];
  /** First rows, in the order of the columns. */
  rows: readonly (readonly string[])[];
  kind: 'csv' | 'parquet';
  delimiter: string;
}

interface ColumnGuess {
  column: string;
  apCode: string;
  unit: string | undefined;
  doubt: MappingDoubt['what'] | undefined;
}

const PERIODS: Record<number, string> = { 60: 'PT1M', 300: 'PT5M', 600: 'PT10M', 900: 'PT15M', 1800: 'PT30M', 3600: 'PT1H' };

/** Words of column names that name a quantity, most telling first. */
const WORDS: readonly (readonly [pattern: RegExp, apCode: string])[] = [
  [/poa|plane.?of.?array|g_?poa|tilt.*irr/i, 'IrradiancePOA'],
  [/ghi|global.*hor/i, 'IrradianceGHI'],
  [/dni/i, 'IrradianceDNI'],
  [/dhi|diffuse/i, 'IrradianceDHI'],
  [/mod(ule)?.*temp|t_?mod|temp.*mod/i, 'ModuleTemperature'],
  [/gear.*bear/i, 'GearBearingTemperature'],
  [/gear.*oil/i, 'GearOilTemperature'],
  [/nac(elle)?.*temp/i, 'NacelleTemperature'],
  [/amb|air.*temp|outdoor|outside|^ot(_|$)|temp.*(amb|air|out)/i, 'AmbientTemperature'],
  [/react|kvar|^q(_|$)/i, 'ReactivePower'],
  [/dc.*(pow|kw)|(pow|kw).*dc/i, 'DcPower'],
  [/energy|kwh|mwh|prod/i, 'ActiveEnergy'],
  [/pow|^kw$|^p(_|$)|active/i, 'ActivePower'],
  [/wind.*speed|^ws(_|$)|^v_?wind|anemo/i, 'NacelleWindSpeed'],
  [/(wind|abs).*dir|^wd(_|$)|^wa(_|$)/i, 'NacelleWindDirection'],
  [/vane|^va(_|$)/i, 'WindVane'],
  [/nac(elle)?.*(pos|dir|ang)|yaw|^ya(_|$)/i, 'NacellePosition'],
  [/pitch|blade.*ang|^ba(_|$)/i, 'PitchAngleA'],
  [/rotor.*(rpm|speed)/i, 'RotorSpeed'],
  [/gen.*(rpm|speed)/i, 'GeneratorSpeed'],
  [/press|baro/i, 'BarometricPressure'],
  [/hum|^rh(_|$)/i, 'RelativeHumidity'],
  [/rain|precip/i, 'Rainfall'],
  [/soc|state.?of.?charge/i, 'StateOfCharge'],
  [/soh|state.?of.?health/i, 'StateOfHealth'],
  [/freq/i, 'Frequency'],
  [/(alarm|event|error|fault).*(code|cde)|status.*code/i, 'EventCode'],
];

export interface MappingGuess {
  mapping: MappingDraft;
  doubts: MappingDoubt[];
  /** Columns that nobody understands. */
  unmapped: string[];
}

/** A first mapping for a file, with what nobody can know from the file. Segments are left empty. */
export function guessMapping({ columns, rows, kind, delimiter }: SampleFile): MappingGuess {
  const timeIndex = findTimeColumn(columns, rows);
  const times = rows.map((row) => row[timeIndex] ?? '');
  const deviceIndex = findDeviceColumn(columns, rows, timeIndex);
  const hasZone = times.some((time) => /(Z|[+-]\d{2}:?\d{2})$/.test(time));
  const interval = guessInterval(times);
  const others = columns.filter((_, index) => index !== timeIndex && index !== deviceIndex);
  const signals = others.flatMap(guessColumn);
  const devices = [...new Set(rows.map((row) => row[deviceIndex ?? -1] ?? ''))].sort();
  const mapping: MappingDraft = {
    version: 1,
    format: { kind, ...(kind === 'csv' ? { delimiter } : {}) },
    time: {
      column: columns[timeIndex] ?? columns[0] ?? 'time',
      format: guessTimeFormat(times[0] ?? ''),
      ...(hasZone ? {} : { zone: 'UTC' }),
      stamp: 'start',
      interval: interval ?? 'PT10M',
    },
    device:
      deviceIndex === undefined
        ? { segmentId: '' }
        : { column: columns[deviceIndex] ?? '', segments: Object.fromEntries(devices.map((name) => [name, ''])) },
    signals: signals.map(({ column, apCode, unit }) => ({ column, signal: apCode, ...(unit === undefined ? {} : { unit }) })),
  };
  const doubts: MappingDoubt[] = [{ path: ['time', 'stamp'], what: 'stamp', confidence: 'unsure' }];
  if (!hasZone) doubts.push({ path: ['time', 'zone'], what: 'zone', confidence: 'open' });
  if (!interval) doubts.push({ path: ['time', 'interval'], what: 'interval', confidence: 'unsure' });
  doubts.push({ path: deviceIndex === undefined ? ['device', 'segmentId'] : ['device', 'segments'], what: 'device', confidence: 'open' });
  for (const [index, { doubt }] of signals.entries())
    if (doubt) doubts.push({ path: ['signals', index, 'signal'], what: doubt, confidence: 'unsure' });
  return { mapping, doubts, unmapped: others.filter((column) => !signals.some((signal) => signal.column === column)) };
}

function findTimeColumn(columns: readonly string[], rows: readonly (readonly string[])[]): number {
  const isTime = (index: number): boolean =>
    rows.length > 0 && rows.every((row) => parseTime((row[index] ?? '').trim(), 'UTC').kind !== 'invalid');
  const byValue = columns.findIndex((_, index) => isTime(index));
  return byValue >= 0
    ? byValue
    : Math.max(
        0,
        columns.findIndex((column) => /time|date|dttm|stamp/i.test(column)),
      );
}

function findDeviceColumn(columns: readonly string[], rows: readonly (readonly string[])[], timeIndex: number): number | undefined {
  const index = columns.findIndex(
    (column, position) => position !== timeIndex && /turbine|station|device|inverter|asset|unit.?(id|name)|^wt(_|$)|serial/i.test(column),
  );
  return index >= 0 && rows.length > 0 ? index : undefined;
}

function guessColumn(column: string): ColumnGuess[] {
  const exact = SIGNAL_CATALOGUE.find(({ apCode }) => apCode.toLowerCase() === column.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const apCode = exact?.apCode ?? WORDS.find(([pattern]) => pattern.test(column))?.[1];
  const row = apCode === undefined ? undefined : findCatalogueRow(apCode);
  if (!row) return [];
  const named = /[([_ ]([^()[\]_ ]+)[)\]]?$/.exec(column)?.[1];
  const unit = named === undefined ? undefined : parseUnit(named);
  const doubt = exact ? undefined : unit === undefined ? 'unit' : 'quantity';
  return [{ column, apCode: row.apCode, unit: unit ?? row.unit, doubt }];
}

function guessTimeFormat(time: string): MappingDraft['time']['format'] {
  if (/^\d{13}$/.test(time)) return 'epochMilliseconds';
  if (/^\d{10}(\.\d+)?$/.test(time)) return 'epochSeconds';
  const [, first, second] = /^(\d{1,2})[/.](\d{1,2})[/.]\d{4}/.exec(time) ?? [];
  if (first === undefined) return 'iso';
  return Number(second) > 12 ? 'monthFirst' : 'dayFirst';
}

/** The step that most neighbours of different times keep. */
function guessInterval(times: readonly string[]): string | undefined {
  const instants = [...new Set(times.map(toSeconds))].filter(Number.isFinite).sort((left, right) => left - right);
  const counts = new Map<number, number>();
  instants.slice(1).forEach((instant, index) => {
    const step = instant - (instants[index] ?? 0);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  const [step] = [...counts].sort(([, left], [, right]) => right - left)[0] ?? [];
  return step === undefined ? undefined : PERIODS[step];
}

function toSeconds(time: string): number {
  if (/^\d{10}(\.\d+)?$/.test(time)) return Number(time);
  if (/^\d{13}$/.test(time)) return Number(time) / 1000;
  const reading = parseTime(time.trim(), 'UTC');
  return reading.kind === 'ok' ? reading.instantMs / 1000 : Date.parse(`${time.trim()} UTC`) / 1000;
}
