import { Button } from '@mantine/core';
import type { MessageKey } from '@solvane/i18n/messages';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { type ErrorLevel, toErrorText } from './error-text.ts';
import { isOutage } from './outage.ts';
import { RecoveryNote } from './recovery-note.tsx';
import { StateMessage } from './state-message.tsx';

interface ErrorStateProps {
  error: unknown;
  /** Decides what is offered: a widget, a page, or the whole app. */
  level?: ErrorLevel;
  /** Takes the place of the table's title, as `Unable to Retrieve Data` for a query. */
  title?: MessageKey;
  onRetry?: (() => void) | undefined;
  /** Retry sends a command: only the user does that. Default: what waits for the server is loaded again by itself. */
  isCommand?: boolean;
  /** Other ways out, after Retry. */
  children?: ReactNode;
}

/** A failure in the place of what failed. */
export function ErrorState({ error, level = 'part', title, onRetry, isCommand = false, children }: ErrorStateProps) {
  const { formatMessage } = useIntl();
  const text = toErrorText(error, level);
  const isForbidden = text.title === 'Common_Error_Forbidden_Title';
  return (
    <StateMessage
      icon={isForbidden ? <IconLock /> : <IconAlertCircle />}
      tone={isForbidden ? 'quiet' : 'danger'}
      level={level}
      title={formatMessage({ id: title ?? text.title })}
      role="alert"
      actions={
        <>
          {text.canRetry && onRetry && (
            <Button variant="default" size={level === 'part' ? 'xs' : 'sm'} onClick={onRetry}>
              {formatMessage({ id: 'Common_Retry' })}
            </Button>
          )}
          {children}
        </>
      }
    >
      {formatMessage({ id: text.message }, text.values)}
      {text.reference !== '' && ` ${formatMessage({ id: 'Common_Error_Reference' }, { reference: text.reference })}`}
      {onRetry && !isCommand && isOutage(error) && <RecoveryNote onRetry={onRetry} />}
    </StateMessage>
  );
}
