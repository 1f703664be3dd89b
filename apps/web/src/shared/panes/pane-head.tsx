import type { ReactNode } from 'react';
import classes from './pane.module.css';

/** Head of a pane: what it holds, and its buttons at the right. */
export function PaneHead({ title, note, actions }: { title: string; note?: string; actions?: ReactNode }) {
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      {note !== undefined && <span className={classes.note}>{note}</span>}
      <div className={classes.actions}>{actions}</div>
    </header>
  );
}
