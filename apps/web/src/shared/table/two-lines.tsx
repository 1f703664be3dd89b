import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

/** A cell with a quiet line below its value. false: there is none */
export function TwoLines({ detail, children }: { detail: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.two}>
      <span>{children}</span>
      {detail !== false && detail !== null && <small title={typeof detail === 'string' ? detail : undefined}>{detail}</small>}
    </span>
  );
}
