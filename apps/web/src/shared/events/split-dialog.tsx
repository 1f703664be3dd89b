import { ActionIcon, Button } from '@mantine/core';
import { eventCommandEndpoints, type SeenEvent } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { ProblemBox } from '@solvane/ui/problem-box';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { instantOf, NO_TIME, readMoment, type TypedTime, toTypedTime } from '../time/local-moment.ts';
import { LocalTimeField } from '../time/local-time-field.tsx';
import { ANY_ACTION, BulkTouches } from './actions/bulk-touches.tsx';
import classes from './actions/event-action-dialog.module.css';
import { EventActionDialog } from './actions/event-action-dialog.tsx';
import { EventActionProblem } from './actions/event-action-problem.tsx';
import { type EventActionDialogProps, type EventActionTarget, toBulk, toSelection } from './actions/event-action-target.ts';
import { EventChanges } from './actions/event-changes.tsx';
import { classificationsQuery } from './actions/event-choices.queries.ts';
import { SplitParts } from './actions/split-parts.tsx';
import { reviewSplit, type SplitPart, shownEndMs } from './actions/split-review.ts';
import { useEventAction } from './actions/use-event-action.ts';
import { useEventTime } from './use-event-time.ts';

type SplitDialogProps = EventActionDialogProps & {
  /** Instant to begin with, as where the cursor of the chart stands. */
  atMs?: number | undefined;
};

/** Cuts an event where a person says, each part with a cause of its own if wanted; several events of one zone at one instant. */
export function SplitDialog({ open, ...props }: SplitDialogProps) {
  return open ? <Split {...props} /> : null;
}

interface Wanted {
  timesMs: number[];
  /** Of one event: what each part is to be. */
  parts: (Omit<SplitPart, 'endMs'> & { endMs: number | null })[];
  reason: string;
}

function Split({ onClose, onDone, atMs, ...target }: Omit<SplitDialogProps, 'open'> & EventActionTarget) {
  const { formatMessage } = useIntl();
  const isBulk = toBulk(target) !== undefined;
  const classifications = useQuery(classificationsQuery(toSelection(target)));
  const zones = target.events ? [...new Set(target.events.map(({ timezone }) => timezone))] : (classifications.data?.timezones ?? []);
  const zone = zones[0] ?? 'UTC';
  const [first] = useState(() => firstTime(target.events ?? [], zone, atMs));
  const [times, setTimes] = useState<TypedTime[]>([first]);
  const [categories, setCategories] = useState<ReadonlyMap<number, string>>(new Map());
  const [isChecked, setIsChecked] = useState(false);
  const moments = times.map((time) => readMoment(time, zone));
  const instants = moments.map(instantOf);
  const timesMs = instants.filter((instant) => instant !== undefined);
  const command = useEventAction({
    target,
    run: splitNow,
    toAction: (wanted: Wanted) => ({ kind: 'split', timesMs: wanted.timesMs }),
    doneMessage: 'EventAction_WasSplit',
  });
  const { problem, parts } = reviewSplit(command.current, timesMs, zones);
  const [only] = command.current.length === 1 ? command.current : [];
  const isComplete = timesMs.length === times.length && timesMs.length > 0;
  const rejected = (why: string) => formatMessage({ id: 'EventLog_Split_Rejected' }, { why, count: command.count });
  // Where no time at all would do, no field is to blame.
  const isHopeless = problem === 'differentZones' || problem === 'noCommonInstant';
  const outside = (instant: number | undefined) =>
    instant === undefined || isBulk || command.current.every((event) => instant > event.startMs && instant < shownEndMs(event));
  const submit = (reason: string): void => {
    setIsChecked(true);
    if (!isComplete || problem !== undefined) return;
    const wanted = parts.map((part, i) => ({
      ...part,
      // The last part of an open event stays open.
      endMs: i === parts.length - 1 && only?.endMs === null ? null : part.endMs,
      category: categories.get(part.startMs),
    }));
    command.submit({ timesMs, parts: wanted, reason }, () => {
      onDone?.();
      onClose();
    });
  };
  return (
    <EventActionDialog
      title={formatMessage({ id: 'EventAction_Split_Title' }, { count: command.count })}
      label={formatMessage({ id: command.isStale ? 'EventAction_TryAgain' : 'EventAction_Split_Submit' }, { count: command.count })}
      isWide
      isPending={command.isPending}
      isDisabled={isHopeless}
      isEdited={times.length > 1 || times[0] !== first || categories.size > 0}
      onClose={onClose}
      onSubmit={submit}
      problem={
        <>
          <EventChanges changes={command.changes} />
          <EventActionProblem error={command.error} failed="EventLog_Split_Failed" zone={zone} />
        </>
      }
    >
      {isHopeless && <ProblemBox title={rejected(problem)} />}
      <Spans events={command.current} zone={zone} />
      <BulkTouches selection={command.selection} action={isComplete ? { kind: 'split', timesMs } : ANY_ACTION} />
      <div className={classes.rows}>
        {times.map((time, index) => (
          <LocalTimeField
            // biome-ignore lint/suspicious/noArrayIndexKey: times have no name but their place
            key={index}
            label={formatMessage({ id: 'EventAction_Split_At' })}
            zone={zone}
            value={time}
            isFirst={index === 0}
            showsMissing={isChecked}
            error={fieldProblem({ instants, index, isInside: outside(instants[index]) }, rejected)}
            onChange={(next) => setTimes(times.map((each, i) => (i === index ? next : each)))}
          >
            {times.length > 1 && (
              <ActionIcon
                aria-label={formatMessage({ id: 'EventAction_Split_Remove' })}
                onClick={() => setTimes(times.filter((_, i) => i !== index))}
              >
                <IconX />
              </ActionIcon>
            )}
          </LocalTimeField>
        ))}
        {times.length < 20 && (
          <div>
            <Button variant="subtle" size="xs" leftSection={<IconPlus />} onClick={() => setTimes([...times, NO_TIME])}>
              {formatMessage({ id: 'EventAction_Split_Add' })}
            </Button>
          </div>
        )}
      </div>
      {only && parts.length > 1 && (
        <SplitParts
          event={only}
          parts={parts}
          allCategories={classifications.data?.categorySets[0]?.categories ?? []}
          categories={categories}
          onChange={setCategories}
        />
      )}
    </EventActionDialog>
  );
}

/** From when to when the events last, so that the user need not look it up. */
function Spans({ events, zone }: { events: readonly Event[]; zone: string }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(zone);
  const [first] = events;
  if (!first) return null;
  const startMs = Math.max(...events.map((event) => event.startMs));
  const endMs = Math.min(...events.map(shownEndMs));
  if (startMs >= endMs) return null;
  const isOpen = events.every((event) => event.endMs === null);
  return (
    <p className={classes.quiet}>
      {formatMessage(
        { id: 'EventAction_Split_Between' },
        { count: events.length, start: time(startMs), end: time(endMs), isOpen: isOpen ? 'yes' : 'no' },
      )}
    </p>
  );
}

/** Without a place on the chart at least the day is known that a split most likely falls on. */
function firstTime(events: readonly Event[], zone: string, atMs: number | undefined): TypedTime {
  if (atMs !== undefined) return toTypedTime(atMs, zone);
  if (events.length === 0) return NO_TIME;
  return { ...NO_TIME, date: toTypedTime(Math.max(...events.map(({ startMs }) => startMs)), zone).date };
}

function fieldProblem(
  { instants, index, isInside }: { instants: readonly (number | undefined)[]; index: number; isInside: boolean },
  rejected: (why: string) => string,
): string | undefined {
  const instant = instants[index];
  if (instant === undefined) return undefined;
  if (!isInside) return rejected('timeOutside');
  return instants.indexOf(instant) < index ? rejected('timeRepeated') : undefined;
}

/** Parts that stay what they were are a plain split; a part with another cause is placed as a segment. */
function splitNow({ timesMs, parts, reason }: Wanted, events: SeenEvent[]) {
  const [event, ...others] = events;
  if (!event || others.length > 0 || parts.every(({ category }) => category === undefined))
    return call(eventCommandEndpoints.split, { body: { events, timesMs, reason } });
  return call(eventCommandEndpoints.setSegments, { body: { event, segments: parts, reason } });
}
