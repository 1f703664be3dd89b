import { capacityOf, type SignalRun, type SiteRun } from './signal-run.ts';

export interface Limits {
  min: number;
  max: number;
  /** Values this far above the maximum are taken for it. */
  clampTolerance: number;
}

/**
 * Smallest and largest good value of a signal by its active range tests.
 *
 * @param run - signal
 * @param site - its site
 * @returns NaN where there is no limit, also where it is a share of an unknown capacity
 */
export function limitsOf(run: SignalRun, site: SiteRun): Limits {
  const low = run.plan.tests.outOfRangeMin?.settings;
  const high = run.plan.tests.outOfRangeMax?.settings;
  const scale = (ofCapacity: boolean | undefined) => (ofCapacity === true ? capacityOf(run, site) : 1);
  return {
    min: (low?.min ?? Number.NaN) * scale(low?.ofCapacity),
    max: (high?.max ?? Number.NaN) * scale(high?.ofCapacity),
    clampTolerance: high?.clampTolerance ?? 0,
  };
}
