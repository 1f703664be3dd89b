import type { SiteState } from './fleet-now.ts';

export const STATE_NAMES = {
  running: 'Home_State_Running',
  charging: 'Home_State_Charging',
  idle: 'Home_State_Idle',
  noData: 'Home_State_NoData',
} as const satisfies Record<SiteState, string>;

const SHAPES: Record<SiteState, React.ReactNode> = {
  running: <circle cx="6" cy="6" r="3" fill="var(--ok)" />,
  charging: <path d="M6 2.5v6M3.5 6.5L6 9l2.5-2.5" fill="none" stroke="var(--text-2)" strokeWidth="1.6" />,
  idle: <path d="M1.5 6h9" stroke="var(--text-3)" strokeWidth="2" />,
  noData: <path d="M1.5 1.5h9v9h-9z" fill="none" stroke="var(--text-3)" strokeWidth="1.4" strokeDasharray="2.2 1.4" />,
};

/** A site's state as a shape: a dot runs, an arrow takes power, a dash stands by, a dashed square is without data. */
export function StateMark({ state }: { state: SiteState }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
      {SHAPES[state]}
    </svg>
  );
}
