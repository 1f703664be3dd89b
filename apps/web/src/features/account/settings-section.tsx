import type { ReactNode } from 'react';
import classes from './account.module.css';

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <div className={classes.body}>{children}</div>
    </section>
  );
}

/** One setting: what it is and does, and its control at the right. */
export function Setting({ label, help, children }: { label: string; help?: string; children: ReactNode }) {
  return (
    <div className={classes.setting}>
      <div>
        <p className={classes.label}>{label}</p>
        {help !== undefined && <p className={classes.help}>{help}</p>}
      </div>
      <div>{children}</div>
    </div>
  );
}
