import type { SegmentId } from '@solvane/contract/ids';
import type { SignalValuesResponse } from '@solvane/contract/signals';
import type { ValidatedPoints } from '../../shared/quality/validation-chart.tsx';

/** One quantity of one device. */
export interface DeviceSignal {
  segmentId: SegmentId;
  apCode: string;
}

/** Raw and validated values of a signal with its flags, interval by interval; an interval without a row has no value. */
export function validatedPoints(series: SignalValuesResponse['series'], { segmentId, apCode }: DeviceSignal): ValidatedPoints {
  const columnOf = (calcType: string): ReadonlyMap<number, number | null> => {
    const found = series.find((each) => each.segmentId === segmentId && each.signalId === `${apCode}||${calcType}`);
    return new Map((found?.timesMs ?? []).map((timeMs, i) => [timeMs, found?.values[i] ?? null]));
  };
  const [raw, validated, flags] = [columnOf('Raw'), columnOf('Validated'), columnOf('QualityFlag')];
  // Validation has a row for every interval; what is not validated yet is shown as it arrived.
  const timesMs = [...(validated.size > 0 ? new Set([...validated.keys(), ...flags.keys()]) : raw.keys())].sort((a, b) => a - b);
  return {
    timesMs,
    raw: timesMs.map((timeMs) => raw.get(timeMs) ?? null),
    values: timesMs.map((timeMs) => validated.get(timeMs) ?? null),
    flags: timesMs.map((timeMs) => flags.get(timeMs) ?? 0),
  };
}

/** Quantities of signals: the signals panel offers those with a manual validation flag. */
export function quantitiesOf(signalIds: readonly string[]): string[] {
  return [...new Set(signalIds.map((signalId) => signalId.split('||')[0] ?? signalId))];
}
