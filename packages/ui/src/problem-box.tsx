import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './problem-box.module.css';

export interface Problem {
  id: string;
  text: ReactNode;
  /** Name of what has the problem; with `onShow` it is a link there. */
  name?: string;
  onShow?: (() => void) | undefined;
}

interface ProblemBoxProps {
  title: ReactNode;
  tone?: 'danger' | 'warn';
  /** Default: the sign of the tone. */
  icon?: ReactNode;
  /** All of them, one a line. */
  problems?: readonly Problem[];
  children?: ReactNode;
}

/** Why something was not done, or what has to be corrected first. It is read out when it appears. */
export function ProblemBox({ title, tone = 'danger', icon, problems = [], children }: ProblemBoxProps) {
  return (
    <div className={classes.box} data-tone={tone} role="alert">
      {icon ?? (tone === 'danger' ? <IconAlertCircle aria-hidden="true" /> : <IconAlertTriangle aria-hidden="true" />)}
      <div>
        <p className={classes.title}>{title}</p>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ id, text, name, onShow }) => (
              <li key={id}>
                {name !== undefined && (onShow ? <NameLink name={name} onShow={onShow} /> : <b>{name}</b>)}
                {name !== undefined && ': '}
                {text}
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </div>
  );
}

function NameLink({ name, onShow }: { name: string; onShow: () => void }) {
  return (
    <button type="button" className={classes.link} onClick={onShow}>
      {name}
    </button>
  );
}
