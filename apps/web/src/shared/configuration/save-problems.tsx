import { AppError } from '@solvane/contract/errors';
import type { MessageKey } from '@solvane/i18n/messages';
import { useIntl } from 'react-intl';
import { ErrorState } from '../states/error-state.tsx';
import { useServerText } from '../text/use-server-text.ts';
import { isConflict } from './save-conflict.tsx';
import classes from './save-problems.module.css';

interface SaveProblemsProps {
  error: Error | null;
  title: MessageKey;
  /** Of a failed request; default: the title of the error table. */
  failureTitle?: MessageKey;
}

const MOST_SHOWN = 5;

/** Why a configuration was not saved: every issue the server found, or the failure of the request. A conflict with another user has its own dialog. */
export function SaveProblems({ error, title, failureTitle }: SaveProblemsProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  if (!error || isConflict(error)) return null;
  const issues = error instanceof AppError ? error.issues : [];
  if (issues.length === 0) return <ErrorState error={error} {...(failureTitle && { title: failureTitle })} />;
  const texts = [...new Set(issues.map(({ message, values }) => serverText(message, values)))];
  return (
    <div className={classes.problems} role="alert">
      <b>{formatMessage({ id: title })}</b>
      <ul>
        {texts.slice(0, MOST_SHOWN).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {texts.length > MOST_SHOWN && <p>{formatMessage({ id: 'Configuration_More' }, { count: texts.length - MOST_SHOWN })}</p>}
    </div>
  );
}
