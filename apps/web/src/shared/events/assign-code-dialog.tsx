import type { ResponseOf } from '@solvane/contract/endpoint';
import { ERRORS, isErrorCode } from '@solvane/contract/errors';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../states/error-state.tsx';
import { ANY_ACTION, BulkTouches } from './deeds/bulk-touches.tsx';
import { CodeField } from './deeds/code-field.tsx';
import { DeedDialog } from './deeds/deed-dialog.tsx';
import { DeedProblem, ProblemBox } from './deeds/deed-problem.tsx';
import { type DeedDialogProps, type DeedTarget, toSelection } from './deeds/deed-target.ts';
import { EventChanges } from './deeds/event-changes.tsx';
import { meaningsQuery } from './deeds/event-choices.queries.ts';
import { PartlyRead } from './deeds/partly-read.tsx';
import { useDeed } from './deeds/use-deed.ts';

type Outcome = ResponseOf<typeof eventCommandEndpoints.assignCode>;

/** Gives events another code, with everything it means on each device. */
export function AssignCodeDialog({ open, ...props }: DeedDialogProps) {
  return open ? <AssignCode {...props} /> : null;
}

function AssignCode({ onClose, onDone, ...target }: Omit<DeedDialogProps, 'open'> & DeedTarget) {
  const { formatMessage } = useIntl();
  const meanings = useQuery(meaningsQuery(toSelection(target)));
  const [code, setCode] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // Those that failed are tried again, the others are done.
  const left = outcome && target.events ? leftOf(target.events, outcome) : target.events;
  const deed = useDeed({
    target: left ? { events: left } : target,
    run: ({ code: wanted, reason }: { code: string; reason: string }, events) =>
      call(eventCommandEndpoints.assignCode, { body: { events, code: wanted, reason } }),
    toAction: ({ code: wanted }) => ({ kind: 'assignCode', code: wanted }),
    doneMessage: 'EventDeed_CodeAssigned',
  });
  const submit = (reason: string): void => {
    setIsChecked(true);
    if (code.trim() === '') return;
    deed.submit({ code: code.trim(), reason }, (answer) => {
      onDone?.();
      if (answer && answer.failed.length > 0) setOutcome(answer);
      else onClose();
    });
  };
  return (
    <DeedDialog
      title={formatMessage({ id: 'EventDeed_AssignCode_Title' }, { count: deed.count })}
      label={formatMessage({ id: deed.isStale || outcome ? 'EventDeed_TryAgain' : 'EventDeed_AssignCode_Submit' }, { count: deed.count })}
      isPending={deed.isPending}
      onClose={onClose}
      onSubmit={submit}
      problem={
        <>
          {outcome && <CodeOutcome outcome={outcome} events={target.events ?? []} />}
          <EventChanges changes={deed.changes} />
          <DeedProblem error={deed.error} failed="EventLog_AssignCode_Failed" zone={target.events?.[0]?.timezone ?? 'UTC'} />
        </>
      }
    >
      <BulkTouches selection={deed.selection} action={ANY_ACTION} />
      <PartlyRead meanings={meanings.data} />
      {meanings.error && <ErrorState error={meanings.error} onRetry={() => void meanings.refetch()} />}
      <CodeField
        isFirst
        codes={meanings.data?.codes ?? []}
        deviceCount={meanings.data?.readCount ?? 0}
        value={code}
        error={isChecked && code.trim() === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={setCode}
      />
    </DeedDialog>
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
