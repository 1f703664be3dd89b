import { AppError } from '@solvane/contract/errors';
import type { MessageKey } from '@solvane/i18n/messages';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useIntl } from 'react-intl';
import { toErrorText } from '../../states/error-text.ts';
import { useServerText } from '../../text/use-server-text.ts';
import { instantsInZone } from '../../time/instants-in-zone.ts';
import { useEventTime } from '../use-event-time.ts';

interface EventActionProblemProps {
  error: unknown;
  /** What did not work, in the specification's words. */
  failed: MessageKey;
  /** Zone of the instants in the failure. */
  zone: string;
}

/** An action that failed, where it was tried: what did not work, why, and everything that can be mended. */
export function EventActionProblem({ error, failed, zone }: EventActionProblemProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const time = useEventTime(zone);
  if (!error) return null;
  const { message, values } = toErrorText(error, 'part');
  const issues = error instanceof AppError ? error.issues : [];
  return (
    <ProblemBox title={formatMessage({ id: failed })}>
      <p>{formatMessage({ id: message }, instantsInZone(values, time))}</p>
      {issues.length > 0 && (
        <ul>
          {issues.map((issue) => (
            <li key={JSON.stringify(issue)}>{serverText(issue.message, instantsInZone(issue.values ?? {}, time))}</li>
          ))}
        </ul>
      )}
    </ProblemBox>
  );
}
