import classes from './row-field.module.css';

interface RowInputProps {
  /** Read out only: the head of the column shows it. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'numeric';
  isInvalid?: boolean;
}

/** A text field in a row of a table. */
export function RowInput({ label, isInvalid = false, onChange, ...props }: RowInputProps) {
  return (
    <input
      {...props}
      className={classes.field}
      aria-label={label}
      aria-invalid={isInvalid}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
