import { Button } from '@mantine/core';
import { eventCommandEndpoints } from '@solvane/contract/event-commands';
import type { Event } from '@solvane/contract/events';
import { IconAlertTriangle, IconArrowsHorizontal } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { EventActionProblem } from '../../shared/events/actions/event-action-problem.tsx';
import { EventChanges } from '../../shared/events/actions/event-changes.tsx';
import { useEventCommand } from '../../shared/events/actions/use-event-command.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { instantOf, NO_TIME, readMoment, toTypedTime } from '../../shared/time/local-moment.ts';
import { LocalTimeField } from '../../shared/time/local-time-field.tsx';
import { type BoundaryDraft, type BoundaryLimits, draftOf, type Edge, reviewDraft, setEdge } from './boundary-draft.ts';
import classes from './boundary-editor.module.css';
import prose from './prose.module.css';

interface BoundaryEditorProps {
  event: Event;
  draft: BoundaryDraft | null;
  limits: BoundaryLimits;
  onDraft: (draft: BoundaryDraft | null) => void;
}

/** The boundaries in figures: says what moving them does before it is done. */
export function BoundaryEditor({ event, draft, limits, onDraft }: BoundaryEditorProps) {
  const { formatMessage } = useIntl();
  if (draft) return <OpenEditor event={event} draft={draft} limits={limits} onDraft={onDraft} />;
  return (
    <div>
      <Button variant="subtle" size="xs" leftSection={<IconArrowsHorizontal />} onClick={() => onDraft(draftOf(event))}>
        {formatMessage({ id: 'EventDetails_Boundaries' })}
      </Button>
    </div>
  );
}

function OpenEditor({ event, draft, limits, onDraft }: BoundaryEditorProps & { draft: BoundaryDraft }) {
  const { formatMessage } = useIntl();
  const time = useEventTime(event.timezone);
  const { isChanged, problem, gaps } = reviewDraft(draft, event, limits);
  const command = useEventCommand({
    events: [event],
    run: async ({ startMs, endMs, acceptsGaps }: { startMs: number; endMs: number | null; acceptsGaps: boolean }, [seen]) =>
      seen && call(eventCommandEndpoints.setSegments, { body: { event: seen, segments: [{ startMs, endMs }], acceptsGaps } }),
    doneMessage: 'EventAction_BoundariesMoved',
  });
  const typedOf = (edge: Edge) => {
    const instantMs = edge === 'start' ? draft.startMs : draft.endMs;
    return draft.typed[edge] ?? (instantMs === null ? NO_TIME : toTypedTime(instantMs, event.timezone));
  };
  const field = (edge: Edge) => (
    <LocalTimeField
      label={formatMessage({ id: edge === 'start' ? 'EventDetails_Start' : 'EventDetails_End' })}
      zone={event.timezone}
      value={typedOf(edge)}
      isRequired={edge === 'start' || event.endMs !== null}
      showsMissing
      error={problem?.edge === edge ? formatMessage({ id: problem.message }) : undefined}
      onChange={(typed) => {
        const moment = readMoment(typed, event.timezone);
        const kept = edge === 'start' ? draft.startMs : draft.endMs;
        const isLeftOpen = moment.kind === 'empty' && edge === 'end' && event.endMs === null;
        onDraft(setEdge(draft, edge, isLeftOpen ? null : (instantOf(moment) ?? kept), typed));
      }}
    />
  );
  // What was typed but means nothing yet must not be saved as what was there before.
  const isTyping = (['start', 'end'] as const).some((edge) => {
    const typed = draft.typed[edge];
    const moment = typed && readMoment(typed, event.timezone);
    return moment !== undefined && instantOf(moment) === undefined && !(edge === 'end' && moment.kind === 'empty' && event.endMs === null);
  });
  return (
    <form
      className={classes.boundaries}
      aria-label={formatMessage({ id: 'EventDetails_Boundaries' })}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!isChanged || problem || isTyping) return;
        const { startMs, endMs } = draft;
        command.mutate({ startMs, endMs, acceptsGaps: gaps.length > 0 }, { onSuccess: () => onDraft(null) });
      }}
      onKeyDown={(pressed) => {
        if (pressed.key !== 'Escape' || pressed.defaultPrevented) return;
        pressed.stopPropagation();
        onDraft(null);
      }}
    >
      <div className={classes.pair}>
        {field('start')}
        {field('end')}
      </div>
      {gaps.map((gap) => (
        <p key={gap.startMs} className={classes.warning} role="status">
          <IconAlertTriangle aria-hidden="true" />
          {formatMessage({ id: 'EventLog_Segments_Gap' }, { start: time(gap.startMs), end: time(gap.endMs) })}
        </p>
      ))}
      <EventChanges changes={command.changes} />
      <EventActionProblem error={command.isStale ? null : command.error} failed="EventDetails_Boundaries_Failed" zone={event.timezone} />
      <div className={prose.send}>
        <Button variant="default" size="xs" onClick={() => onDraft(null)}>
          {formatMessage({ id: 'Common_Cancel' })}
        </Button>
        <Button type="submit" size="xs" loading={command.isPending} disabled={!isChanged || problem !== undefined || isTyping}>
          {formatMessage({ id: submitLabel(command.isStale, gaps.length > 0) })}
        </Button>
      </div>
    </form>
  );
}

function submitLabel(isStale: boolean, hasGaps: boolean) {
  if (isStale) return 'EventAction_TryAgain';
  return hasGaps ? 'EventDetails_Boundaries_SaveWithGap' : 'EventDetails_Boundaries_Save';
}
