import { at } from '../columns/column.ts';
import type { PeriodReadings } from '../readings/period-readings.ts';

/** Columnar CSV as ingestion takes it: the time, then one column per series, empty where nothing arrived. */
export function pointsCsv({ timesMs, signals, columns }: PeriodReadings): string {
  const lines = [`t,${signals.map(({ device, signalId }) => `${device.id}/${signalId}`).join(',')}`];
  for (let i = 0; i < timesMs.length; i++) {
    let line = String(at(timesMs, i));
    for (const values of columns) {
      const value = at(values, i);
      line += Number.isNaN(value) ? ',' : `,${value}`;
    }
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}
