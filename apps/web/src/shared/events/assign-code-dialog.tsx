import type { ResponseOf } from '@solvane/contract/endpoint';
import { ERRORS, isErrorCode } from '@solvane/contract/errors';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../states/error-state.tsx';
import { ANY_ACTION, BulkTouches } from './actions/bulk-touches.tsx';
import { CodeField } from './actions/code-field.tsx';
import { EventActionDialog } from './actions/event-action-dialog.tsx';
import { EventActionProblem } from './actions/event-action-problem.tsx';
import { type EventActionDialogProps, type EventActionTarget, toSelection } from './actions/event-action-target.ts';
import { EventChanges } from './actions/event-changes.tsx';
import { classificationsQuery } from './actions/event-choices.queries.ts';
import { PartlyRead } from './actions/partly-read.tsx';
import { useEventAction } from './actions/use-event-action.ts';

type Outcome = ResponseOf<typeof eventCommandEndpoints.assignCode>;

/** Gives events another code, with everything it means on each device. */
export function AssignCodeDialog({ open, ...props }: EventActionDialogProps) {
  return open ? <AssignCode {...props} /> : null;
}

function AssignCode({ onClose, onDone, ...target }: Omit<EventActionDialogProps, 'open'> & EventActionTarget) {
  const { formatMessage } = useIntl();
  const classifications = useQuery(classificationsQuery(toSelection(target)));
  const [code, setCode] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // Those that failed are tried again, the others are done.
  const left = outcome && target.events ? leftOf(target.events, outcome) : target.events;
  const command = useEventAction({
    target: left ? { events: left } : target,
    run: ({ code: wanted, reason }: { code: string; reason: string }, events) =>
      call(eventCommandEndpoints.assignCode, { body: { events, code: wanted, reason } }),
    toAction: ({ code: wanted }) => ({ kind: 'assignCode', code: wanted }),
    doneMessage: 'EventAction_CodeAssigned',
  });
  const submit = (reason: string): void => {
    setIsChecked(true);
    if (code.trim() === '') return;
    command.submit({ code: code.trim(), reason }, (answer) => {
      onDone?.();
      if (answer && answer.failed.length > 0) setOutcome(answer);
      else onClose();
    });
  };
  return (
    <EventActionDialog
      title={formatMessage({ id: 'EventAction_AssignCode_Title' }, { count: command.count })}
      label={formatMessage(
        { id: command.isStale || outcome ? 'EventAction_TryAgain' : 'EventAction_AssignCode_Submit' },
        { count: command.count },
      )}
      isPending={command.isPending}
      isEdited={code.trim() !== '' && !outcome}
      onClose={onClose}
      onSubmit={submit}
      problem={
        <>
          {outcome && <CodeOutcome outcome={outcome} events={target.events ?? []} />}
          <EventChanges changes={command.changes} />
          <EventActionProblem error={command.error} failed="EventLog_AssignCode_Failed" zone={target.events?.[0]?.timezone ?? 'UTC'} />
        </>
      }
    >
      <BulkTouches selection={command.selection} action={ANY_ACTION} />
      <PartlyRead classifications={classifications.data} />
      {classifications.error && <ErrorState error={classifications.error} onRetry={() => void classifications.refetch()} />}
      <CodeField
        isFirst
        codes={classifications.data?.codes ?? []}
        deviceCount={classifications.data?.readCount ?? 0}
        value={code}
        error={isChecked && code.trim() === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={setCode}
      />
    </EventActionDialog>
  );
}

function CodeOutcome({ outcome: { succeeded, failed }, events }: { outcome: Outcome; events: readonly Event[] }) {
  const { formatMessage } = useIntl();
  return (
    <ProblemBox title={formatMessage({ id: 'EventLog_Bulk_Partly' }, { done: succeeded, failed: failed.length })}>
      <ul>
        {failed.map(({ eventId, message }) => (
          <li key={eventId}>
            <b>{events.find((event) => event.eventId === eventId)?.deviceName}</b>{' '}
            {formatMessage({ id: ERRORS[isErrorCode(message) ? message : 'internal'].title })}
          </li>
        ))}
      </ul>
    </ProblemBox>
  );
}

function leftOf(events: readonly Event[], { failed }: Outcome): Event[] {
  const ids = new Set(failed.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => ids.has(eventId));
}
