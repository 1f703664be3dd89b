import { useId } from 'react';
import { useIntl } from 'react-intl';
import { DateField } from '../form-definition/date-field.tsx';
import classes from './effective-date.module.css';

interface EffectiveDateProps {
  /** Local date of the site, `YYYY-MM-DD`. */
  value: string;
  onChange: (value: string) => void;
}

/** Before any plant sent data. A day outside of the two is a slip of the pen. */
const EARLIEST = '2000-01-01';
const YEARS_AHEAD = 10;

/** The day from which a change applies; what was stored before it stays as it is. It is part of the address: another day is another draft. */
export function EffectiveDate({ value, onChange }: EffectiveDateProps) {
  const { formatMessage } = useIntl();
  const latest = `${new Date().getUTCFullYear() + YEARS_AHEAD}-12-31`;
  return (
    <div className={classes.field}>
      <DateField
        id={useId()}
        error={undefined}
        min={EARLIEST}
        max={latest}
        label={formatMessage({ id: 'Configuration_EffectiveFrom' })}
        description={formatMessage({ id: 'Configuration_EffectiveFrom_Help' })}
        withAsterisk
        value={value}
        onChange={(next) => next && onChange(next)}
        onBlur={() => undefined}
      />
    </div>
  );
}
