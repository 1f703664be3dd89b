import { Checkbox } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { type MergeProblem, type MergeResult, mergeEvents } from '@solvane/energy/events/merge';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ErrorState } from '../states/error-state.tsx';
import classes from './actions/event-action-dialog.module.css';
import { EventActionDialog } from './actions/event-action-dialog.tsx';
import { EventActionProblem } from './actions/event-action-problem.tsx';
import { EventChanges } from './actions/event-changes.tsx';
import { neighboursQuery } from './actions/neighbours.queries.ts';
import { shownEndMs } from './actions/split-review.ts';
import { useEventCommand } from './actions/use-event-command.ts';
import { EventMark } from './event-mark.tsx';
import { durationPhrase } from './event-text.ts';
import { useEventLabels } from './use-event-labels.ts';
import { useEventTime } from './use-event-time.ts';

interface MergeDialogProps {
  /** One: its neighbours are offered. Several: they become one. A merge names its events, so a selection that is not loaded has none. */
  events: readonly Event[];
  open: boolean;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

/** Makes events of one device one event, the gaps between them included. */
export function MergeDialog({ open, ...props }: MergeDialogProps) {
  return open ? <Merge {...props} /> : null;
}

function Merge({ events, onClose, onDone }: Omit<MergeDialogProps, 'open'>) {
  const { formatMessage } = useIntl();
  const [first, ...more] = events;
  const isOne = first !== undefined && more.length === 0;
  const neighbours = useQuery(neighboursQuery(byStart(events)[0]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const around = neighbours.data ?? [];
  const offered = isOne ? around : [];
  const picked = isOne ? [first, ...offered.filter(({ eventId }) => chosen.has(eventId))] : events;
  const command = useEventCommand({
    events: picked,
    run: (reason: string, seen) => call(eventCommandEndpoints.merge, { body: { events: seen, reason } }),
    doneMessage: 'EventAction_Merged',
  });
  const candidates = isOne ? [first, ...offered] : command.current;
  // What lies between them may not be in the list that they were chosen from.
  const result = mergeOf(command.current, [
    ...candidates,
    ...around.filter((other) => candidates.every(({ eventId }) => eventId !== other.eventId)),
  ]);
  // Nothing chosen yet is no problem, it is the beginning.
  const problem = result.ok || (isOne && picked.length < 2) ? undefined : result.problem;
  const zone = first?.timezone ?? 'UTC';
  return (
    <EventActionDialog
      title={formatMessage({ id: 'EventAction_Merge_Title' }, { count: picked.length })}
      label={formatMessage({ id: command.isStale ? 'EventAction_TryAgain' : 'EventAction_Merge_Submit' }, { count: picked.length })}
      isPending={command.isPending}
      isDisabled={!result.ok}
      isEdited={chosen.size > 0}
      isWide
      focusesReason={!isOne}
      onClose={onClose}
      onSubmit={(reason) =>
        command.mutate(reason, {
          onSuccess: () => {
            onDone?.();
            onClose();
          },
        })
      }
      problem={
        <>
          <EventChanges changes={command.changes} />
          <EventActionProblem error={command.isStale ? null : command.error} failed="EventLog_Merge_Failed" zone={zone} />
        </>
      }
    >
      {isOne && neighbours.error && <ErrorState error={neighbours.error} onRetry={() => void neighbours.refetch()} />}
      <fieldset className={classes.candidates} aria-label={formatMessage({ id: 'EventAction_Merge_Which' })}>
        {byStart(candidates).map((event) => (
          <Candidate
            key={event.eventId}
            event={event}
            isOn={!isOne || event === first || chosen.has(event.eventId)}
            isKept={!isOne || event === first}
            isFirst={event === offered[0]}
            onChange={(isOn) => setChosen(withChoice(chosen, event.eventId, isOn))}
          />
        ))}
      </fieldset>
      {isOne && neighbours.data?.length === 0 && <p className={classes.quiet}>{formatMessage({ id: 'EventAction_Merge_NoNeighbours' })}</p>}
      {problem && <MergeProblemBox problem={problem} />}
      {result.ok && <Merged result={result} zone={zone} />}
    </EventActionDialog>
  );
}

function withChoice(chosen: ReadonlySet<string>, eventId: string, isOn: boolean): ReadonlySet<string> {
  const others = [...chosen].filter((each) => each !== eventId);
  return new Set(isOn ? [...others, eventId] : others);
}

interface CandidateProps {
  event: Event;
  isOn: boolean;
  /** It is what the others are merged with. */
  isKept: boolean;
  /** Comes after the dialog, which had nothing to choose before: the keyboard goes to it. */
  isFirst: boolean;
  onChange: (isOn: boolean) => void;
}

function Candidate({ event, isOn, isKept, isFirst, onChange }: CandidateProps) {
  const { locale, formatMessage } = useIntl();
  const words = useEventLabels();
  const time = useEventTime(event.timezone);
  const end = event.endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(event.endMs);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label data-kept={isKept || undefined}>
      <Checkbox autoFocus={isFirst} checked={isOn} disabled={isKept} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <EventMark type={event.type} />
      <span>
        <b>{event.deviceName}</b> {time(event.startMs)} – {end} {words.title(event)}
      </span>
      <span className={classes.number}>{durationPhrase(event.durationMs, locale)}</span>
    </label>
  );
}

/** From when to when the one event will last, and what it will mean. */
function Merged({ result: { merged }, zone }: { result: Extract<MergeResult, { ok: true }>; zone: string }) {
  const { formatMessage, locale } = useIntl();
  const words = useEventLabels();
  const time = useEventTime(zone);
  return (
    <p className={classes.touches} role="status">
      {formatMessage(
        { id: 'EventAction_Merge_Becomes' },
        {
          start: time(merged.startMs),
          end: time(merged.endMs),
          duration: durationPhrase(merged.endMs - merged.startMs, locale),
          category: words.category(merged.category),
          type: words.type(merged.eventType),
        },
      )}
    </p>
  );
}

function MergeProblemBox({ problem }: { problem: MergeProblem }) {
  const { formatMessage } = useIntl();
  return (
    <ProblemBox title={formatMessage({ id: 'EventLog_Merge_Failed' })}>
      <p>{formatMessage({ id: 'EventLog_Merge_NotAllowed' }, { why: problem })}</p>
    </ProblemBox>
  );
}

function mergeOf(chosen: readonly Event[], timeline: readonly Event[]): MergeResult {
  return mergeEvents(chosen.map(toMergeable), timeline.map(toMergeable));
}

function toMergeable(event: Event) {
  const { eventId, segmentId, startMs, code, category, type, priority } = event;
  return { id: eventId, deviceId: segmentId, startMs, endMs: shownEndMs(event), code, category, eventType: type, priority };
}

function byStart(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => a.startMs - b.startMs);
}
