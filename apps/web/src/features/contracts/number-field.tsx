import { useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './contracts.module.css';

interface NumberFieldProps {
  label: string;
  value: number;
  unit?: string;
  max?: number;
  isInvalid?: boolean;
  isReadOnly: boolean;
  onChange: (value: number) => void;
}

/** A number that is not negative, as it is typed: with a comma or a point. */
export function NumberField({ label, value, unit, max, isInvalid = false, isReadOnly, onChange }: NumberFieldProps) {
  const { formatNumber } = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = formatNumber(value, { maximumFractionDigits: 4, useGrouping: false });
  if (isReadOnly)
    return (
      <span>
        {formatNumber(value, { maximumFractionDigits: 4 })}
        {unit && `\u2009${unit}`}
      </span>
    );
  const change = (text: string): void => {
    setTyped(text);
    const number = Number(text.trim().replace(',', '.'));
    if (text.trim() !== '' && Number.isFinite(number) && number >= 0 && number <= (max ?? Number.POSITIVE_INFINITY)) onChange(number);
  };
  const isWrong = typed !== null && Number(typed.trim().replace(',', '.')) !== value;
  return (
    <span className={classes.number}>
      <input
        aria-label={label}
        aria-invalid={isInvalid || isWrong}
        inputMode="decimal"
        value={typed ?? shown}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => setTyped(null)}
      />
      {unit && <i>{unit}</i>}
    </span>
  );
}
