export type Verdict = 'match' | 'within 5 %' | 'differs' | 'error' | 'not applicable' | 'not built yet';

export interface VerdictRow {
  quantity: string;
  unit: string;
  expected: string;
  ours: string;
  verdict: Verdict;
  /** Numbers that differ, or why there are none. */
  remarks: readonly string[];
}

/** A value as the table shows it: eight digits are more than any sensor has. */
export function textOf(value: number | string | boolean | null | undefined): string {
  if (typeof value !== 'number') return value === undefined ? 'nothing' : String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}
