import { Autocomplete } from '@mantine/core';
import type { UsableCode } from '@solvane/contract/event-choices';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../event-mark.tsx';
import { useEventLabels } from '../use-event-labels.ts';
import classes from './event-action-dialog.module.css';

interface CodeFieldProps {
  codes: readonly UsableCode[];
  /** Devices whose codes are known; 0: not yet. */
  deviceCount: number;
  value: string;
  error: ReactNode;
  isFirst?: boolean;
  onChange: (code: string) => void;
}

const MOST_SHOWN = 200;

/** An event code: any may be typed, those the devices know are offered, and what it will mean stands below. */
export function CodeField({ codes, deviceCount, value, error, isFirst = false, onChange }: CodeFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <div>
      <Autocomplete
        label={formatMessage({ id: 'EventAction_Code' })}
        withAsterisk
        data-autofocus={isFirst || undefined}
        limit={MOST_SHOWN}
        openOnFocus={false}
        maxDropdownHeight={320}
        data={[...new Set(codes.map(({ code }) => code))]}
        value={value}
        error={error}
        filter={({ options, search, limit }) => {
          const wanted = search.trim().toLowerCase();
          return options.filter((option) => 'value' in option && textOf(codes, option.value).includes(wanted)).slice(0, limit);
        }}
        renderOption={({ option }) => <CodeOption code={option.value} codes={codes} />}
        onChange={onChange}
      />
      {value.trim() !== '' && deviceCount > 0 && <CodeMeaning codes={codes} code={value.trim()} all={deviceCount} />}
    </div>
  );
}

function CodeOption({ code, codes }: { code: string; codes: readonly UsableCode[] }) {
  const words = useEventLabels();
  const found = codes.find((each) => each.code === code);
  return (
    <span className={classes.option}>
      {found && <EventMark type={found.eventType} />}
      <b>{code}</b>
      <span className={classes.detail}>{found?.description || (found ? words.category(found.category) : '')}</span>
    </span>
  );
}

/** On how many of the devices the code means what. */
function CodeMeaning({ codes, code, all }: { codes: readonly UsableCode[]; code: string; all: number }) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const known = codes.filter((each) => each.code === code);
  const covered = known.reduce((sum, { deviceCount }) => sum + deviceCount, 0);
  return (
    <div role="status" className={classes.meaning}>
      {known.map(({ category, eventType, deviceCount }) => (
        <p key={`${category} ${eventType}`} className={classes.option}>
          <EventMark type={eventType} />
          <span>
            {formatMessage(
              { id: 'EventAction_Code_Means' },
              { category: words.category(category), type: words.type(eventType), count: deviceCount, all },
            )}
          </span>
        </p>
      ))}
      {covered < all && (
        <p className={classes.warning}>{formatMessage({ id: 'EventAction_Code_Unknown' }, { count: all - covered, all })}</p>
      )}
    </div>
  );
}

function textOf(codes: readonly UsableCode[], code: string): string {
  return codes
    .filter((each) => each.code === code)
    .map(({ description, category }) => `${code} ${description} ${category}`.toLowerCase())
    .join(' ');
}
