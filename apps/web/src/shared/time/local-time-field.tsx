import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../controls/segments.tsx';
import { CALENDARS } from './calendars.ts';
import { type Moment, readDay, readMoment, type TypedTime, toTypedTime } from './local-moment.ts';
import classes from './local-time-field.module.css';
import { zoneName } from './zone-name.ts';

interface LocalTimeFieldProps {
  label: string;
  zone: string;
  value: TypedTime;
  onChange: (value: TypedTime) => void;
  /** What is wrong with the instant itself, for example that it lies outside. */
  error?: string | undefined;
  isRequired?: boolean;
  /** Gets the focus when its dialog opens. */
  isFirst?: boolean;
  /** Reports what is missing too; else only what is wrong. */
  showsMissing?: boolean;
  /** False: the time zone is not chosen yet. */
  hasZone?: boolean;
  /** Behind the fields. */
  children?: ReactNode;
}

/** Date and time on the clock of a site; says what a change of the clock makes of them. */
export function LocalTimeField({ label, zone, value, onChange, error, isFirst = false, children, ...rest }: LocalTimeFieldProps) {
  const { formatMessage, locale } = useIntl();
  const helpId = useId();
  const { isRequired = true, showsMissing = false, hasZone = true } = rest;
  const moment = readMoment(value, zone);
  const problem = useProblem(moment, { showsMissing: showsMissing && isRequired }) ?? error;
  return (
    <fieldset className={classes.field} aria-describedby={helpId}>
      <legend className={classes.label}>
        {label} {isRequired && <span aria-hidden="true">*</span>}
      </legend>
      <div className={classes.row}>
        <TextInput
          className={classes.date ?? ''}
          aria-label={formatMessage({ id: 'LocalTime_Date' })}
          aria-describedby={helpId}
          placeholder="YYYY-MM-DD"
          inputMode="numeric"
          autoComplete="off"
          value={value.date}
          error={problem !== undefined}
          rightSection={<Calendar day={readDay(value.date) ?? null} onDay={(date) => onChange({ ...value, date })} />}
          onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
        />
        <TextInput
          className={classes.time ?? ''}
          aria-label={formatMessage({ id: 'LocalTime_Time' })}
          aria-describedby={helpId}
          placeholder="HH:mm"
          inputMode="numeric"
          autoComplete="off"
          data-autofocus={isFirst || undefined}
          value={value.time}
          error={problem !== undefined}
          onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
        />
        {hasZone && <span className={classes.zone}>{zoneName(momentMs(moment) ?? Date.now(), locale, zone)}</span>}
        {children}
      </div>
      <div id={helpId}>
        {problem !== undefined && <p className={classes.problem}>{problem}</p>}
        {moment.kind === 'skipped' && (
          <button type="button" className={classes.link} onClick={() => onChange(toTypedTime(moment.nextMs, zone))}>
            {formatMessage({ id: 'LocalTime_UseNext' }, { time: toTypedTime(moment.nextMs, zone).time })}
          </button>
        )}
      </div>
      {moment.kind === 'twice' && <WhichOfTwo moment={moment} zone={zone} value={value} onChange={onChange} />}
    </fieldset>
  );
}

/** Picks the day; what was typed is only replaced by a click. */
function Calendar({ day, onDay }: { day: string | null; onDay: (day: string) => void }) {
  const { formatMessage, locale } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const { locale: calendar, firstDay } = CALENDARS[locale] ?? { locale: 'en', firstDay: 1 };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size="sm" aria-label={formatMessage({ id: 'LocalTime_Calendar' })} onClick={() => setOpen(!isOpen)}>
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      {/* Escape closes the calendar only: a dialog leaves the key to elements with this mark. */}
      <Popover.Dropdown onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}>
        <DatePicker
          locale={calendar}
          firstDayOfWeek={firstDay}
          value={day}
          {...(day !== null && { defaultDate: day })}
          onChange={(chosen) => {
            if (chosen !== null) onDay(chosen);
            setOpen(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function WhichOfTwo({
  moment: { firstMs, secondMs },
  zone,
  value,
  onChange,
}: Pick<LocalTimeFieldProps, 'zone' | 'value' | 'onChange'> & { moment: { firstMs: number; secondMs: number } }) {
  const { formatMessage, locale } = useIntl();
  const label = formatMessage({ id: 'LocalTime_Twice' }, { time: value.time });
  return (
    <div className={classes.twice}>
      <p>{label}</p>
      <Segments
        label={label}
        value={value.isSecond ? 'second' : 'first'}
        options={[
          { value: 'first', label: formatMessage({ id: 'LocalTime_First' }, { zone: zoneName(firstMs, locale, zone) }) },
          { value: 'second', label: formatMessage({ id: 'LocalTime_Second' }, { zone: zoneName(secondMs, locale, zone) }) },
        ]}
        onChange={(which) => onChange({ ...value, isSecond: which === 'second' })}
      />
    </div>
  );
}

function useProblem(moment: Moment, { showsMissing }: { showsMissing: boolean }): string | undefined {
  const { formatMessage } = useIntl();
  if (moment.kind === 'invalid') return formatMessage({ id: 'LocalTime_Invalid' });
  if (moment.kind === 'skipped') return formatMessage({ id: 'LocalTime_Skipped' }, { time: moment.localText.slice(11, 16) });
  return moment.kind === 'empty' && showsMissing ? formatMessage({ id: 'Common_Validation_Required' }) : undefined;
}

function momentMs(moment: Moment): number | undefined {
  if (moment.kind === 'skipped') return moment.nextMs;
  return moment.kind === 'ok' || moment.kind === 'twice' ? moment.instantMs : undefined;
}
