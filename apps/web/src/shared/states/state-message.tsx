import { type ReactNode, use } from 'react';
import { HasTitle } from '../screen/has-title.ts';
import type { ErrorLevel } from './error-text.ts';
import classes from './state-message.module.css';

export interface StateMessageProps {
  icon: ReactNode;
  tone?: 'quiet' | 'ok' | 'warn' | 'danger';
  /** `part` stands at the top of a widget or pane; `page` and `app` stand in the middle with a larger title. */
  level?: ErrorLevel;
  title: string;
  /** `p` where the page has this very title already. Default: a heading of the page below its title, or none in a part of it. */
  titleAs?: 'p';
  children?: ReactNode;
  actions?: ReactNode;
  role?: 'alert' | 'status';
}

/** Icon, what is so in 600, a line or two about it, and the way on. */
export function StateMessage({ icon, tone = 'quiet', level = 'part', title, titleAs, children, actions, role }: StateMessageProps) {
  const heading = use(HasTitle) ? 'h2' : 'h1';
  const Title = titleAs ?? (level === 'part' ? 'p' : heading);
  return (
    <div className={classes.root} data-tone={tone} data-level={level} role={role}>
      <div className={classes.icon} aria-hidden="true">
        {icon}
      </div>
      <div className={classes.text}>
        <Title className={classes.title}>{title}</Title>
        {children !== undefined && <p className={classes.message}>{children}</p>}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}
