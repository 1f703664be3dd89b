import type { SiteState } from '../../shared/fleet/fleet-now.ts';

/** A site's state as a shape: a dot runs, an arrow takes power, a dash stands by, a dashed square is without data. */
export function StateMark({ state }: { state: SiteState }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {state === 'running' && <circle cx="6" cy="6" r="3" fill="var(--ok)" />}
      {state === 'charging' && <path d="M6 2.5v6M3.5 6.5L6 9l2.5-2.5" fill="none" stroke="var(--text-2)" strokeWidth="1.6" />}
      {state === 'idle' && <path d="M1.5 6h9" stroke="var(--text-3)" strokeWidth="2" />}
      {state === 'noData' && (
        <rect x="1.5" y="1.5" width="9" height="9" fill="none" stroke="var(--text-3)" strokeWidth="1.4" strokeDasharray="2.2 1.4" />
      )}
    </svg>
  );
}
