import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CheckFieldProps {
  label: ReactNode;
  /** As in a table, where the row names it: the label is only read out. It must be a text then. */
  isLabelHidden?: boolean;
  isChecked: boolean;
  /** Some of what it stands for is on. */
  isMixed?: boolean;
  isDisabled?: boolean;
  help?: ReactNode;
  error?: ReactNode;
  /** First field of a dialog. */
  hasFocus?: boolean;
  className?: string | undefined;
  /** `isRange`: Shift was held, as to select up to here. */
  onChange: (isChecked: boolean, options: { isRange: boolean }) => void;
}

/** The one checkbox. */
export function CheckField({ label, isLabelHidden = false, isChecked, isMixed = false, onChange, ...props }: CheckFieldProps) {
  const { isDisabled = false, help, error, hasFocus = false, className } = props;
  return (
    <Checkbox
      size="xs"
      {...(isLabelHidden ? { 'aria-label': String(label) } : { label })}
      checked={isChecked}
      indeterminate={isMixed}
      disabled={isDisabled}
      description={help}
      error={error}
      data-autofocus={hasFocus || undefined}
      {...(className !== undefined && { className })}
      onChange={({ currentTarget, nativeEvent }) =>
        onChange(currentTarget.checked, { isRange: 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true })
      }
    />
  );
}
