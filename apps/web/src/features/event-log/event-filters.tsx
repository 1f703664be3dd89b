import { useDebouncedCallback } from '@mantine/hooks';
import type { Issue } from '@solvane/contract/errors';
import { type EventTotals, SECONDARY_EVENT_TYPES } from '@solvane/contract/events';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventWords } from '../../shared/events/use-event-words.ts';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { showNotice } from '../../workspace/notices.ts';
import classes from './event-log.module.css';
import { type EventLogSearch, shownTypes, toggleType } from './event-log-search.ts';

interface EventFiltersProps {
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  /** Of every type, so that a chip says what it hides; undefined: not known yet. */
  counts: EventTotals | undefined;
  issues: readonly Issue[];
}

const TYPING_PAUSE_MS = 250;

/** The search box with its tokens, and a chip per type with its count. */
export function EventFilters({ search, onSearch, counts, issues }: EventFiltersProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [text, setText] = useTypedQuery(search.q ?? '', (q) => onSearch({ q: q === '' ? undefined : q }));
  return (
    <div className={classes.filters}>
      <SearchField value={text} onChange={setText} placeholder={formatMessage({ id: 'EventLog_Search' })} shortcut="f" />
      <fieldset className={classes.chips}>
        <legend className={classes.unseen}>{formatMessage({ id: 'EventLog_Types' })}</legend>
        {EVENT_TYPES.map((type) => (
          <TypeChip
            key={type}
            type={type}
            count={counts && (counts.byType.find((each) => each.type === type)?.count ?? 0)}
            isOn={shownTypes(search).includes(type)}
            onToggle={() => {
              if (SECONDARY.has(type) && !shownTypes(search).includes(type))
                showNotice({ kind: 'warning', title: 'EventLog_Secondary_Warning' });
              onSearch({ types: toggleType(search, type) });
            }}
          />
        ))}
      </fieldset>
      {issues.map((issue) => (
        <p key={JSON.stringify(issue)} className={classes.issue} role="status">
          {serverText(issue.message, issue.values)}
        </p>
      ))}
    </div>
  );
}

const SECONDARY: ReadonlySet<EventType> = new Set(SECONDARY_EVENT_TYPES);

interface TypeChipProps {
  type: EventType;
  count: number | undefined;
  isOn: boolean;
  onToggle: () => void;
}

function TypeChip({ type, count, isOn, onToggle }: TypeChipProps) {
  const { formatNumber, formatMessage } = useIntl();
  const words = useEventWords();
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onToggle}>
      <EventMark type={type} size={11} />
      <span>{words.type(type)}</span>
      {!isOn && <span className={classes.off}>{formatMessage({ id: 'EventLog_Type_Off' })}</span>}
      <b>{count === undefined ? '' : formatNumber(count)}</b>
    </button>
  );
}

/** What is being typed, told a moment after the last key; follows the address when that changes from outside. */
function useTypedQuery(query: string, onQuery: (query: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(query);
  const tell = useDebouncedCallback(onQuery, TYPING_PAUSE_MS);
  // The address bar is outside of React: back and forward change it.
  useEffect(() => setText(query), [query]);
  return [
    text,
    (next) => {
      setText(next);
      tell(next);
    },
  ];
}
