import { TextInput } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { dayStart, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { CheckField } from '@solvane/ui/check-field';
import { Section } from '@solvane/ui/section';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { type CurveDraft, type CurveNumber, type CurveProblem, settingOf, withRanges, withValue } from './curve-draft.ts';
import classes from './model-data.module.css';
import { NumberInput } from './number-input.tsx';

interface CurveConditionsProps {
  draft: CurveDraft;
  problems: ReadonlyMap<string, CurveProblem>;
  canEdit: boolean;
  /** Of the turbines. */
  zone: string;
  /** Intervals of their sites. [min] */
  steps: readonly number[];
}

const RESOLUTIONS = [1, 5, 10, 15, 30, 60] as const;

/** Name and type of a curve, and when and under what conditions it holds. */
export function CurveConditions({ draft, problems, canEdit, zone, steps }: CurveConditionsProps) {
  const { formatMessage } = useIntl();
  const { items } = draft;
  const text = (id: string): string => settingOf(items, id);
  const put = (id: string, value: string): void => draft.change((current) => withValue(current, id, value));
  const errorOf = (id: string): string | undefined => {
    const problem = problems.get(id);
    return problem && formatMessage({ id: `ModelData_Problem_${problem}` }, { minutes: steps.join(', ') });
  };
  const known = RESOLUTIONS.some((minutes) => String(minutes) === text('resolution')) || text('resolution') === '';
  const resolutions = known ? RESOLUTIONS.map(String) : [...RESOLUTIONS.map(String), text('resolution')];
  const hasRanges = text('dayRange') !== '';
  const number = (id: CurveNumber, unit: string, help?: string) => (
    <NumberInput
      key={id}
      label={formatMessage({ id: `ModelData_Field_${id}` })}
      unit={unit}
      help={help}
      value={text(id)}
      error={errorOf(id)}
      isDisabled={!canEdit}
      onChange={(value) => put(id, value)}
    />
  );
  return (
    <Section title={formatMessage({ id: 'ModelData_Conditions' })} isFramed>
      <div className={classes.form}>
        <TextInput
          label={formatMessage({ id: 'ModelData_Field_name' })}
          withAsterisk
          disabled={!canEdit}
          maxLength={LIMITS.nameLength}
          value={text('name')}
          error={errorOf('name')}
          onChange={({ currentTarget }) => put('name', currentTarget.value)}
        />
        <SelectField
          label={formatMessage({ id: 'ModelData_Field_type' })}
          isDisabled={!canEdit}
          options={POWER_CURVE_TYPES.map((value) => ({ value, label: formatMessage({ id: `PowerCurve_Type_${value}` }) }))}
          value={text('type') as (typeof POWER_CURVE_TYPES)[number]}
          onChange={(value) => value !== null && put('type', value)}
        />
        {(['effectiveStart', 'effectiveEnd'] as const).map((id) => (
          <DayInput
            key={id}
            label={formatMessage({ id: `ModelData_Field_${id}` })}
            help={formatMessage({ id: `ModelData_Field_${id}_Help` })}
            value={text(id)}
            zone={zone}
            error={errorOf(id)}
            isDisabled={!canEdit}
            onChange={(value) => put(id, value)}
          />
        ))}
        {number('airDensity', 'kg/m³', formatMessage({ id: 'ModelData_Field_airDensity_Help' }))}
        <SelectField
          label={formatMessage({ id: 'ModelData_Field_resolution' })}
          help={formatMessage({ id: 'ModelData_Field_resolution_Help' })}
          isDisabled={!canEdit}
          options={[
            { value: '', label: formatMessage({ id: 'ModelData_Resolution_Any' }) },
            ...resolutions.map((value) => ({ value, label: `${value}\u2009min` })),
          ]}
          value={text('resolution')}
          onChange={(value) => put('resolution', value ?? '')}
        />
        {number('airDensityMin', 'kg/m³', formatMessage({ id: 'ModelData_Density_Help' }))}
        {number('airDensityMax', 'kg/m³')}
        {number('windDirectionMin', '°', formatMessage({ id: 'ModelData_Direction_Help' }))}
        {number('windDirectionMax', '°')}
        <div className={classes.wide}>
          <CheckField
            label={formatMessage({ id: 'ModelData_HasRanges' })}
            help={formatMessage({ id: 'ModelData_HasRanges_Help' })}
            isDisabled={!canEdit}
            isChecked={hasRanges}
            onChange={(isOn) => draft.change((current) => withRanges(current, isOn))}
          />
        </div>
        {hasRanges &&
          (['dayRange', 'timeRange'] as const).map((id) => (
            <RangeInput
              key={id}
              kind={id}
              value={text(id)}
              error={errorOf(id)}
              isDisabled={!canEdit}
              onChange={(value) => put(id, value)}
            />
          ))}
      </div>
    </Section>
  );
}

interface DayInputProps {
  label: string;
  help: string;
  /** Instant; empty: no limit. */
  value: string;
  zone: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** A local day of the site that stands for its beginning. What an upload stated to the minute is named as it is. */
function DayInput({ label, help, value, zone, error, isDisabled, onChange }: DayInputProps) {
  const { formatMessage, formatTime } = useIntl();
  const id = useId();
  const day = value === '' ? undefined : localDayOf(Number(value), zone);
  const isWithinDay = day !== undefined && dayStart(day, zone) !== Number(value);
  const time = formatTime(Number(value), { timeZone: zone, timeStyle: 'short' });
  if (isDisabled)
    return <TextInput label={label} disabled value={day === undefined ? formatMessage({ id: 'ModelData_NoLimit' }) : toIsoDate(day)} />;
  return (
    <DateField
      id={id}
      label={label}
      description={isWithinDay ? formatMessage({ id: 'ModelData_AtTime' }, { help, time }) : help}
      error={error}
      withAsterisk={false}
      value={day === undefined ? null : toIsoDate(day)}
      onChange={(next) => {
        const chosen = next === null ? undefined : parseIsoDate(next);
        onChange(chosen === undefined ? '' : String(dayStart(chosen, zone)));
      }}
      onBlur={() => undefined}
    />
  );
}

interface RangeInputProps {
  kind: 'dayRange' | 'timeRange';
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** The two ends of a range, as `05-01/09-30`. */
function RangeInput({ kind, value, error, isDisabled, onChange }: RangeInputProps) {
  const { formatMessage } = useIntl();
  const [from = '', to = ''] = value.split('/');
  const name = formatMessage({ id: `ModelData_Field_${kind}` });
  const ends = [
    { end: 'from', text: from, put: (next: string) => onChange(`${next}/${to}`) },
    { end: 'to', text: to, put: (next: string) => onChange(`${from}/${next}`) },
  ] as const;
  return (
    <fieldset className={classes.range} aria-label={name}>
      {ends.map(({ end, text, put }) => (
        <TextInput
          key={end}
          label={formatMessage({ id: `ModelData_${kind}_${end}` })}
          disabled={isDisabled}
          value={text}
          maxLength={5}
          error={error !== undefined && end === 'to' ? error : error !== undefined}
          onChange={({ currentTarget }) => put(currentTarget.value.replaceAll('/', ''))}
        />
      ))}
    </fieldset>
  );
}
