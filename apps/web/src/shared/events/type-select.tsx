import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { RowSelect } from '../controls/row-select.tsx';
import { EventMark } from './event-mark.tsx';
import { useEventLabels } from './use-event-labels.ts';

interface TypeSelectProps {
  label: string;
  value: EventType;
  isReadOnly?: boolean;
  onChange: (type: EventType) => void;
}

/** The event type in a row, with its mark. */
export function TypeSelect({ value, ...props }: TypeSelectProps) {
  const words = useEventLabels();
  return (
    <>
      <EventMark type={value} />{' '}
      <RowSelect {...props} value={value} options={EVENT_TYPES.map((type) => ({ value: type, label: words.type(type) }))} />
    </>
  );
}
