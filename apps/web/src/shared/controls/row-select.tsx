import classes from './row-field.module.css';

interface RowSelectProps<Value extends string> {
  /** Read out only: the head of the column shows it. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  isInvalid?: boolean;
  /** Only the label of the value. */
  isReadOnly?: boolean;
  /** Shows a value of another level. */
  isQuiet?: boolean;
}

/** A select in a row of a table or list: the browser's own, because hundreds of them are drawn at once. */
export function RowSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  isInvalid,
  isReadOnly = false,
  isQuiet,
}: RowSelectProps<Value>) {
  if (isReadOnly) {
    const text = options.find((option) => option.value === value)?.label;
    return (
      <span className={classes.text} data-quiet={isQuiet || undefined} title={text}>
        {text}
      </span>
    );
  }
  return (
    <select
      className={classes.field}
      aria-label={label}
      aria-invalid={isInvalid}
      data-quiet={isQuiet || undefined}
      value={value}
      onChange={(event) => {
        const option = options.find((each) => each.value === event.currentTarget.value);
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
