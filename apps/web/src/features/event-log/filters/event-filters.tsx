import { ActionIcon } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Issue } from '@solvane/contract/errors';
import { SECONDARY_EVENT_TYPES } from '@solvane/contract/event-names';
import type { EventTotals } from '@solvane/contract/events';
import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useServerText } from '../../../shared/text/use-server-text.ts';
import classes from '../event-log.module.css';
import { shownTypes, toggleType } from '../event-log-filter.ts';
import type { EventLogSearch } from '../event-log-search.ts';
import { QueryField } from './query-field.tsx';

interface EventFiltersProps {
  search: EventLogSearch;
  onSearch: (patch: Partial<EventLogSearch>) => void;
  /** Of every type, so that a chip says what it hides; undefined: not known yet. */
  counts: EventTotals | undefined;
  issues: readonly Issue[];
  /** Keeps the filters as a view; undefined: they are one already. */
  onSaveView: (() => void) | undefined;
  /** How the result is laid out: beside the search box. */
  children: ReactNode;
}

const TYPING_PAUSE_MS = 250;
const SECONDARY: ReadonlySet<EventType> = new Set(SECONDARY_EVENT_TYPES);

/** The search box with its tokens, and a chip per type with its count; types that are off by themselves are one chip. */
export function EventFilters({ search, onSearch, counts, issues, onSaveView, children }: EventFiltersProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [text, setText] = useTypedQuery(search.q ?? '', (q) => onSearch({ q: q === '' ? undefined : q }));
  const shown = shownTypes(search);
  const countOf = (type: EventType) => counts && (counts.byType.find((each) => each.type === type)?.count ?? 0);
  const hidden = EVENT_TYPES.filter((type) => SECONDARY.has(type) && !shown.includes(type));
  const own = EVENT_TYPES.filter((type) => !hidden.includes(type));
  return (
    <div className={classes.filters}>
      <div className={classes.bar}>
        <QueryField
          value={text}
          onChange={setText}
          actions={
            onSaveView && (
              <ActionIcon size="sm" aria-label={formatMessage({ id: 'SavedView_SaveAs' })} onClick={onSaveView}>
                <IconDeviceFloppy size={16} />
              </ActionIcon>
            )
          }
        />
        {children}
      </div>
      <fieldset className={classes.chips}>
        <legend className={classes.unseen}>{formatMessage({ id: 'EventLog_Types' })}</legend>
        {own.map((type) => (
          <TypeChip
            key={type}
            types={[type]}
            count={countOf(type)}
            isOn={shown.includes(type)}
            onToggle={() => onSearch({ types: toggleType(search, type) })}
          />
        ))}
        {hidden.length > 0 && (
          <TypeChip
            types={hidden}
            count={counts && hidden.reduce((sum, type) => sum + (countOf(type) ?? 0), 0)}
            isOn={false}
            onToggle={() => onSearch({ types: EVENT_TYPES.filter((type) => shown.includes(type) || hidden.includes(type)) })}
          />
        )}
      </fieldset>
      {shown.some((type) => SECONDARY.has(type)) && (
        <p className={classes.warning} role="status">
          <IconAlertTriangle size={14} aria-hidden="true" />
          {formatMessage({ id: 'EventLog_Secondary_Warning' })}
        </p>
      )}
      {issues.map((issue) => (
        <p key={JSON.stringify(issue)} className={classes.issue} role="status">
          {serverText(issue.message, issue.values)}
        </p>
      ))}
    </div>
  );
}

interface TypeChipProps {
  types: readonly EventType[];
  count: number | undefined;
  isOn: boolean;
  onToggle: () => void;
}

function TypeChip({ types, count, isOn, onToggle }: TypeChipProps) {
  const { formatNumber, formatMessage } = useIntl();
  const words = useEventLabels();
  const [only] = types.length === 1 ? types : [];
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onToggle}>
      {types.map((type) => (
        <EventMark key={type} type={type} size={11} />
      ))}
      <span className={only ? undefined : classes.unseen}>{types.map(words.type).join(', ')}</span>
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
