import { useId } from 'react';
import classes from './segments.module.css';

export interface SegmentsProps<Value extends string> {
  /** What is chosen here. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** Takes the whole width, all segments alike. */
  isWide?: boolean;
}

/** One of a few, all in sight. */
export function Segments<Value extends string>({ label, value, options, onChange, isWide = false }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div className={classes.root} role="radiogroup" aria-label={label} data-wide={isWide || undefined}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
