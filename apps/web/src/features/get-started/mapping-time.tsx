import { TextInput } from '@mantine/core';
import { SIGNAL_CALC_PERIODS } from '@solvane/contract/fleet';
import { TIME_FORMATS } from '@solvane/contract/import-mapping';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import classes from './get-started.module.css';
import { doubtsAt, setTime } from './mapping-draft.ts';
import type { MappingPartProps } from './mapping-part.ts';

/** How the file tells time. */
export function MappingTime({ file, draft, doubts, onChange }: MappingPartProps) {
  const { formatMessage } = useIntl();
  const { column, clock, format, zone, stamp, interval } = draft.time;
  // A guess without a decision is offered until one is made.
  const formats = file.mapping.time.format === 'dayOrMonthFirst' ? (['dayOrMonthFirst', ...TIME_FORMATS] as const) : TIME_FORMATS;
  const columnIndex = file.columns.indexOf(column);
  const doubt = (name: string): { help?: ReactNode } => {
    // Times that are moved onto the interval have no field of their own.
    const found = [...doubtsAt(doubts, ['time', name]), ...(name === 'interval' ? doubtsAt(doubts, ['time', 'snapSeconds']) : [])];
    const questions = found.map(({ what, values }) => formatMessage({ id: `GetStarted_Doubt_${what}` }, values));
    return questions.length > 0 ? { help: <span className={classes.doubt}>{questions.join(' · ')}</span> } : {};
  };
  const set = (name: keyof typeof draft.time) => (value: string | null) =>
    onChange(setTime(draft, { [name]: value ?? '' }), ['time', name]);
  return (
    <fieldset className={classes.fields}>
      <legend>{formatMessage({ id: 'GetStarted_Time' })}</legend>
      <SelectField
        label={formatMessage({ id: 'GetStarted_Time_Column' })}
        help={formatMessage(
          { id: 'GetStarted_Time_Sample' },
          { sample: [file.rows[0]?.[columnIndex], clock && file.rows[0]?.[file.columns.indexOf(clock)]].filter(Boolean).join(' ') },
        )}
        options={file.columns.map(asOption)}
        value={column}
        onChange={set('column')}
        {...(doubtsAt(doubts, ['time', 'column']).length > 0 && doubt('column'))}
      />
      {file.columns.length > 2 && (
        <SelectField
          label={formatMessage({ id: 'GetStarted_Time_Clock' })}
          isClearable
          placeholder={formatMessage({ id: 'GetStarted_Time_Clock_none' })}
          options={file.columns.filter((name) => name !== column).map(asOption)}
          value={clock || null}
          onChange={set('clock')}
        />
      )}
      <SelectField
        label={formatMessage({ id: 'GetStarted_Time_Format' })}
        options={formats.map((value) => ({ value, label: formatMessage({ id: `GetStarted_Time_Format_${value}` }) }))}
        value={format}
        onChange={set('format')}
        {...doubt('format')}
      />
      <TextInput
        label={formatMessage({ id: 'GetStarted_Time_Zone' })}
        placeholder="Europe/Stockholm"
        list="time-zones"
        value={zone ?? ''}
        onChange={({ currentTarget }) => set('zone')(currentTarget.value)}
        description={doubt('zone').help}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SelectField
        label={formatMessage({ id: 'GetStarted_Time_Stamp' })}
        options={(['start', 'middle', 'end'] as const).map((value) => ({
          value,
          label: formatMessage({ id: `GetStarted_Time_Stamp_${value}` }),
        }))}
        value={stamp}
        onChange={set('stamp')}
        {...doubt('stamp')}
      />
      <SelectField
        label={formatMessage({ id: 'GetStarted_Time_Interval' })}
        options={SIGNAL_CALC_PERIODS.map((value) => ({ value, label: formatMessage({ id: `GetStarted_Interval_${value}` }) }))}
        value={interval}
        onChange={set('interval')}
        {...doubt('interval')}
      />
    </fieldset>
  );
}

function asOption(value: string) {
  return { value, label: value };
}
