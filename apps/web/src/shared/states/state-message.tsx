import type { ReactNode } from 'react';
import type { ErrorLevel } from './error-text.ts';
import classes from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  tone?: 'quiet' | 'ok' | 'warn' | 'danger';
  /** `part` stands at the top of a widget or pane; `page` and `app` stand in the middle with a larger title. */
  level?: ErrorLevel;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
}

/** Icon, what is so in 600, a line or two about it, and the way on. */
export function StateMessage({ icon, tone = 'quiet', level = 'part', title, children, actions, role }: StateMessageProps) {
  return (
    <div className={classes.root} data-tone={tone} data-level={level} role={role}>
      <div className={classes.icon} aria-hidden="true">
        {icon}
      </div>
      <div className={classes.text}>
        {level === 'part' ? <p className={classes.title}>{title}</p> : <h1 className={classes.title}>{title}</h1>}
        {children !== undefined && <p className={classes.message}>{children}</p>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}
