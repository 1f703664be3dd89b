import { Button, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { type LocalDay, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { PERIOD_PRESETS, type PeriodPreset, type PeriodSelection, resolvePeriod } from '@solvane/energy/time/period';
import { parsePeriodText } from '@solvane/energy/time/period-text';
import { CheckField } from '@solvane/ui/check-field';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { CALENDARS } from '../../shared/time/calendars.ts';
import classes from './period-panel.module.css';

interface PeriodPanelProps {
  selection: PeriodSelection;
  zone: string;
  nowMs: number;
  onChoose: (selection: PeriodSelection) => void;
}

/** Presets, a line to type in, and a calendar. */
export function PeriodPanel({ selection, zone, nowMs, onChoose }: PeriodPanelProps) {
  const { formatMessage } = useIntl();
  const [includesCurrentPeriod, setIncludesCurrent] = useState(selection.type === 'custom' || selection.includesCurrentPeriod !== false);
  const chosen = selection.type === 'preset' ? selection.selectedPreset : undefined;
  return (
    <div className={classes.panel}>
      <ul className={classes.presets} aria-label={formatMessage({ id: 'Period_Presets' })} onKeyDown={moveByArrows}>
        {PERIOD_PRESETS.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={classes.preset}
              aria-pressed={preset === chosen}
              data-autofocus={preset === chosen || undefined}
              onClick={() => onChoose(toPreset(preset, selection, includesCurrentPeriod))}
            >
              {formatMessage({ id: `Period_${preset}` })}
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.custom}>
        <TypedPeriod onChoose={onChoose} />
        <Calendar selection={selection} zone={zone} nowMs={nowMs} onChoose={onChoose} />
        <CheckField
          label={formatMessage({ id: 'Period_IncludesCurrent' })}
          isChecked={includesCurrentPeriod}
          onChange={setIncludesCurrent}
        />
        <p className={classes.zone}>{formatMessage({ id: 'Period_Zone' }, { zone })}</p>
      </div>
    </div>
  );
}

/** Sixteen presets are far apart with Tab alone. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  event.preventDefault();
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

function TypedPeriod({ onChoose }: Pick<PeriodPanelProps, 'onChoose'>) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const parsed = parsePeriodText(text);
    if (parsed) onChoose(parsed);
    else setWrong(true);
  };
  return (
    <form className={classes.typed} onSubmit={submit}>
      <TextInput
        label={formatMessage({ id: 'Period_Type' })}
        placeholder={formatMessage({ id: 'Period_Type_Example' })}
        value={text}
        error={isWrong && formatMessage({ id: 'Period_Type_Wrong' })}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ''}>
        {formatMessage({ id: 'Common_Apply' })}
      </Button>
    </form>
  );
}

function Calendar({ selection, zone, nowMs, onChoose }: PeriodPanelProps) {
  const { formatMessage, locale } = useIntl();
  const period = resolvePeriod(selection, zone, nowMs);
  const [range, setRange] = useState<[string | null, string | null]>([
    toIsoDate(localDayOf(period.startMs, zone)),
    toIsoDate(localDayOf(period.endMs - 1, zone)),
  ]);
  const calendar = CALENDARS[locale] ?? { locale: 'en', firstDay: 0 };
  const choose = (next: [string | null, string | null]): void => {
    setRange(next);
    const [start, end] = next.map((date) => (date === null ? undefined : parseIsoDate(date)));
    if (start !== undefined && end !== undefined) onChoose(toDays(start, end));
  };
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      size="xs"
      locale={calendar.locale}
      firstDayOfWeek={calendar.firstDay}
      // Weeks are ISO weeks everywhere: a calendar whose rows begin on Sunday has no row to number.
      withWeekNumbers={calendar.firstDay === 1}
      weekendDays={[]}
      defaultDate={range[1] ?? toIsoDate(localDayOf(nowMs, zone))}
      maxDate={toIsoDate(localDayOf(nowMs, zone))}
      value={range}
      onChange={choose}
      ariaLabels={{
        previousMonth: formatMessage({ id: 'Calendar_PreviousMonth' }),
        nextMonth: formatMessage({ id: 'Calendar_NextMonth' }),
        previousYear: formatMessage({ id: 'Calendar_PreviousYear' }),
        nextYear: formatMessage({ id: 'Calendar_NextYear' }),
        previousDecade: formatMessage({ id: 'Calendar_PreviousDecade' }),
        nextDecade: formatMessage({ id: 'Calendar_NextDecade' }),
        monthLevelControl: formatMessage({ id: 'Calendar_ToMonths' }),
        yearLevelControl: formatMessage({ id: 'Calendar_ToYears' }),
      }}
    />
  );
}

/** From the first day to the end of the last one. */
function toDays(start: LocalDay, end: LocalDay): PeriodSelection {
  return { type: 'custom', value: { start: toIsoDate(start), end: toIsoDate(end + 1) } };
}

/** `previousPeriod` and `previousYear` look back from the preset that is in force. */
function toPreset(preset: PeriodPreset, current: PeriodSelection, includesCurrentPeriod: boolean): PeriodSelection {
  if (preset !== 'previousPeriod' && preset !== 'previousYear') return { type: 'preset', selectedPreset: preset, includesCurrentPeriod };
  const base = current.type === 'preset' ? (current.of ?? current.selectedPreset) : undefined;
  const of = base === 'previousPeriod' || base === 'previousYear' ? undefined : base;
  return { type: 'preset', selectedPreset: preset, includesCurrentPeriod, of };
}
