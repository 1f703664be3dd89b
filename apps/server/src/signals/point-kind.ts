import type { BucketUnit } from '@solvane/energy/time/bucket';

/** Raw: as received. Validated: value, quality flags, method. Derived: everything computed from those, with the weight it has in a mean. */
export type PointKind = 'raw' | 'validated' | 'derived';

export type ReadResolution = 'raw' | BucketUnit;
