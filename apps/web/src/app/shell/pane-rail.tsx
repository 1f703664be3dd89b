import type { ReactNode } from 'react';
import classes from './panes.module.css';

/** A closed pane: its icon and what it holds, along the edge. */
export function PaneRail({ icon, label, onOpen }: { icon: ReactNode; label: string; onOpen: () => void }) {
  return (
    <button type="button" className={classes.rail} onClick={onOpen} aria-expanded="false">
      {icon}
      <span className={classes.railLabel}>{label}</span>
    </button>
  );
}
