import { at } from '../columns/column.ts';
import type { PeriodReadings } from '../readings/period-readings.ts';

const NEWLINE = 10;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
/** Longest number written: sign, 16 digits, point. */
const CELL_BYTES = 20;

/**
 * Columnar CSV as ingestion takes it: the time, then one column per series, empty where nothing arrived. Written digit by digit into bytes: a
 * year of the demo is 160 MB of text, which as strings costs more time than making the numbers.
 */
export function pointsCsv({ timesMs, signals, columns }: PeriodReadings): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(`t,${signals.map(({ device, signalId }) => `${device.id}/${signalId}`).join(',')}\n`);
  const bytes = new Uint8Array(header.length + timesMs.length * (columns.length + 1) * CELL_BYTES);
  bytes.set(header);
  let end = header.length;
  for (let i = 0; i < timesMs.length; i++) {
    end = writeNumber(bytes, end, { value: at(timesMs, i), decimals: 0 });
    for (let c = 0; c < columns.length; c++) {
      bytes[end++] = COMMA;
      const value = at(columns[c] ?? timesMs, i);
      if (!Number.isNaN(value)) end = writeNumber(bytes, end, { value, decimals: signals[c]?.decimals ?? 0 });
    }
    bytes[end++] = NEWLINE;
  }
  return bytes.subarray(0, end);
}

/** Writes a number that has no more than so many decimals; returns where the next byte goes. */
function writeNumber(bytes: Uint8Array, start: number, { value, decimals }: { value: number; decimals: number }): number {
  const first = value < 0 ? start + 1 : start;
  if (value < 0) bytes[start] = MINUS;
  let digits = Math.round(Math.abs(value) * 10 ** decimals);
  let length = decimals + 1;
  for (let limit = 10 ** length; digits >= limit; limit *= 10) length++;
  const end = first + length + (decimals > 0 ? 1 : 0);
  const point = decimals > 0 ? end - decimals - 1 : -1;
  for (let place = end - 1; place >= first; place--) {
    if (place === point) {
      bytes[place] = POINT;
      continue;
    }
    const rest = Math.floor(digits / 10);
    bytes[place] = ZERO + digits - rest * 10;
    digits = rest;
  }
  return end;
}
