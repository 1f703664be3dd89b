import type { ReactNode } from 'react';
import classes from './gallery.module.css';

/** One part under its name in the code, in one or more states. */
export function Part({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <figure className={classes.part} data-wide={isWide || undefined}>
      <figcaption>
        <code>{name}</code>
      </figcaption>
      <div className={classes.states}>{children}</div>
    </figure>
  );
}
