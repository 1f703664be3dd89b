import { Button } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event, EventDetails } from '@solvane/contract/events';
import { rawEndProblem } from '@solvane/energy/events/split';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { EventChanges } from '../../shared/events/actions/event-changes.tsx';
import { useEventCommand } from '../../shared/events/actions/use-event-command.ts';
import { instantOf, NO_TIME, readMoment, toTypedTime } from '../../shared/time/local-moment.ts';
import { LocalTimeField } from '../../shared/time/local-time-field.tsx';
import prose from './prose.module.css';
import classes from './records.module.css';

interface RawEndFormProps {
  event: Event;
  raw: EventDetails['rawEvents'][number];
  onClose: () => void;
}

/** Corrects when a report ended: not before it began, not in the future, and not of what a computation found, which finds it again. */
export function RawEndForm({ event, raw, onClose }: RawEndFormProps) {
  const { formatMessage } = useIntl();
  const [typed, setTyped] = useState(raw.endMs === null ? NO_TIME : toTypedTime(raw.endMs, event.timezone));
  const [isChecked, setIsChecked] = useState(false);
  const command = useEventCommand({
    events: [event],
    run: async (endMs: number, [seen]) =>
      seen && call(eventCommandEndpoints.setRawEnd, { body: { event: seen, rawEventId: raw.rawEventId, endMs } }),
    doneMessage: 'EventAction_RawEndSet',
  });
  const endMs = instantOf(readMoment(typed, event.timezone));
  const problem = endMs === undefined ? undefined : rawEndProblem(raw.startMs, endMs, Date.now());
  const isDetected = raw.source === 'Detected';
  const texts = { beforeStart: 'EventLog_RawEnd_BeforeStart', inFuture: 'EventLog_RawEnd_InFuture' } as const;
  return (
    <form
      className={classes.rawForm}
      aria-label={formatMessage({ id: 'EventDetails_RawEnd_Title' })}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        setIsChecked(true);
        if (endMs !== undefined && problem === undefined && !isDetected) command.mutate(endMs, { onSuccess: onClose });
      }}
    >
      {isDetected ? (
        <ProblemBox title={formatMessage({ id: 'EventLog_RawEnd_NotAllowed' })}>
          <p>{formatMessage({ id: 'EventDetails_RawEnd_Detected' })}</p>
        </ProblemBox>
      ) : (
        <LocalTimeField
          label={formatMessage({ id: 'EventDetails_RawEnd_Title' })}
          zone={event.timezone}
          value={typed}
          showsMissing={isChecked}
          error={problem && formatMessage({ id: texts[problem] })}
          onChange={setTyped}
        />
      )}
      <EventChanges changes={command.changes} />
      <EventActionProblem error={command.isStale ? null : command.error} failed="EventLog_RawEnd_Failed" zone={event.timezone} />
      <div className={prose.send}>
        <Button variant="default" size="xs" onClick={onClose}>
          {formatMessage({ id: isDetected ? 'Common_Close' : 'Common_Cancel' })}
        </Button>
        {!isDetected && (
          <Button type="submit" size="xs" loading={command.isPending} disabled={problem !== undefined}>
            {formatMessage({ id: command.isStale ? 'EventAction_TryAgain' : 'EventDetails_RawEnd_Save' })}
          </Button>
        )}
      </div>
    </form>
  );
}
