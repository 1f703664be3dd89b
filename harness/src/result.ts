/** What one check of the harness found. */
export interface CheckResult {
  name: string;
  /** How many cases or loops ran. */
  cases: number;
  failures: readonly Failure[];
  seconds: number;
  /** Why it did not run on this machine; undefined: it ran. */
  skipped?: string;
}

export interface Failure {
  /** `--seed` that repeats it. */
  seed: number;
  message: string;
}
