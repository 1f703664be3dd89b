import type { HarnessOptions } from './options.ts';
import type { CheckResult } from './result.ts';

/** A family of checks with a section of its own in docs/reliability.md. */
export interface Part {
  title: string;
  /** Yields each result as soon as it is known. */
  run(options: Pick<HarnessOptions, 'isLong' | 'seed' | 'loops' | 'minutes' | 'only'>): AsyncIterable<CheckResult>;
}
