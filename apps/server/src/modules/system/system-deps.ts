import type { Deps } from '../../deps.ts';

export type SystemDeps = Pick<Deps, 'readiness' | 'config' | 'metrics' | 'db' | 'bus' | 'jobs' | 'now' | 'log' | 'database' | 'disk'>;
