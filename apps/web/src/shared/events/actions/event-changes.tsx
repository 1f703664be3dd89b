import type { Event } from '@solvane/contract/events';
import { ProblemBox } from '@solvane/ui/problem-box';
import { IconGitMerge } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../text/use-server-text.ts';
import { useEventLabels } from '../use-event-labels.ts';
import { useEventTime } from '../use-event-time.ts';
import classes from './event-action-dialog.module.css';
import { differencesOf, type ShownField } from './event-differences.ts';
import type { ChangedEvent } from './use-event-command.ts';

/** Shows what became of events while the user looked at them, so that the same action can be done again knowingly. */
export function EventChanges({ changes }: { changes: readonly ChangedEvent[] }) {
  const { formatMessage } = useIntl();
  if (changes.length === 0) return null;
  return (
    <ProblemBox
      tone="warn"
      icon={<IconGitMerge aria-hidden="true" />}
      title={formatMessage({ id: 'EventAction_Changed' }, { count: changes.length })}
    >
      <ul>
        {changes.map((change) => (
          <ChangeItem key={change.before.eventId} change={change} />
        ))}
      </ul>
      <p>{formatMessage({ id: 'EventAction_Changed_Retry' })}</p>
    </ProblemBox>
  );
}

function ChangeItem({ change: { before, now, issue } }: { change: ChangedEvent }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const time = useEventTime(before.timezone);
  const textOf = useFieldText(before.timezone);
  const at = issue.values?.at;
  const values = { ...issue.values, ...(typeof at === 'string' && { at: time(Date.parse(at)) }) };
  const fields = now ? differencesOf(before, now) : [];
  return (
    <li>
      <b>{before.deviceName}</b> {serverText(issue.message, values)}
      {!now && <p>{formatMessage({ id: 'EventAction_Changed_Gone' })}</p>}
      {now && fields.length === 0 && <p>{formatMessage({ id: 'EventAction_Changed_Inside' })}</p>}
      {now && fields.length > 0 && (
        <dl className={classes.differences}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{formatMessage({ id: `EventAction_Field_${field}` })}</dt>
              <dd>
                <del>{textOf(before, field)}</del> <ins>{textOf(now, field)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function useFieldText(timezone: string): (event: Event, field: ShownField) => string {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const time = useEventTime(timezone);
  return (event, field) => {
    switch (field) {
      case 'start':
        return time(event.startMs);
      case 'end':
        return event.endMs === null ? formatMessage({ id: 'EventDetails_Open' }) : time(event.endMs);
      case 'type':
        return words.type(event.type);
      case 'category':
        return words.category(event.category);
      case 'code':
        return words.code(event.code);
      case 'acknowledged':
        return event.acknowledged?.by ?? formatMessage({ id: 'EventDetails_NotYet' });
    }
  };
}
