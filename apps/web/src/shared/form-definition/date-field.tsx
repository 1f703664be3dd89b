import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { CALENDARS } from '../time/calendars.ts';
import type { FieldProps } from './field-props.ts';

interface DateFieldProps extends FieldProps {
  /** Local date `YYYY-MM-DD`. */
  value: string | null;
  /** First and last day that can be chosen; default: any. */
  min?: string;
  max?: string;
  onChange: (value: string | null) => void;
  onBlur: () => void;
}

/** Swedes and Canadians write the ISO form anyway; it can be typed everywhere. */
const WRITTEN: Record<string, string> = { 'en-US': 'MMM D, YYYY' };

export function DateField({ value, min, max, onChange, onBlur, ...field }: DateFieldProps) {
  const { locale } = useIntl();
  const { locale: calendar, firstDay } = CALENDARS[locale] ?? { locale: 'en', firstDay: 1 };
  return (
    <DateInput
      {...field}
      value={value}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      locale={calendar}
      firstDayOfWeek={firstDay}
      valueFormat={WRITTEN[locale] ?? 'YYYY-MM-DD'}
      clearable={!field.withAsterisk}
      leftSection={<IconCalendar size={16} aria-hidden="true" />}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
