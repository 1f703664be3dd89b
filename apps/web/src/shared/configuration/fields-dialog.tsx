import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput, TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import type { SelectOption } from '@solvane/ui/select-field';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { useServerText } from '../text/use-server-text.ts';

type Values = Readonly<Record<string, string | readonly string[]>>;

interface DialogField<Name> {
  name: Name;
  label: string;
  help?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Default: that of a name. */
  maxLength?: number;
  /** One of these; else text, or several texts where the value is a list. */
  options?: readonly SelectOption[];
  /** What is wrong with the text; undefined: nothing */
  problemOf?: (text: string) => string | undefined;
}

interface FieldsDialogProps<V extends Values> {
  title: string;
  submitLabel: string;
  fields: readonly DialogField<keyof V & string>[];
  initial: V;
  /** Left out: nothing is sent. A refusal of one field is shown at it. */
  save?: { error: Error | null; isPending: boolean };
  /** Texts without blanks around them. */
  onSubmit: (values: V) => void;
  onClose: () => void;
}

/** A few fields that are entered together: the name of a configuration, a new row. */
export function FieldsDialog<V extends Values>({ title, submitLabel, fields, initial, save, onSubmit, onClose }: FieldsDialogProps<V>) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [entered, setEntered] = useState<Partial<V>>({});
  // What was not entered follows what loads after the dialog opened.
  const values: V = { ...initial, ...entered };
  const [isChecked, setChecked] = useState(false);
  const issues = save?.error instanceof AppError ? save.error.issues : [];
  const hasField = issues.some(({ path }) => fields.some(({ name }) => name === path[0]));
  const problemOf = ({ name, isRequired = false, problemOf: check }: DialogField<keyof V & string>): string | undefined => {
    const value = values[name] ?? '';
    if (typeof value !== 'string') return undefined;
    if (isRequired && value.trim() === '') return formatMessage({ id: 'Common_Validation_Required' });
    return check?.(value.trim());
  };
  const errorOf = (field: DialogField<keyof V & string>): string | undefined => {
    const issue = issues.find(({ path }) => path[0] === field.name);
    return (isChecked ? problemOf(field) : undefined) ?? (issue && serverText(issue.message, issue.values));
  };
  const submit = (): void => {
    setChecked(true);
    if (fields.some((field) => problemOf(field) !== undefined)) return;
    onSubmit({ ...values, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, trimmed(value)])) });
  };
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={save?.isPending ?? false}
      isEdited={fields.some(({ name }) => String(values[name]) !== String(initial[name]))}
      problem={save?.error && !hasField && <ErrorState error={save.error} />}
      onClose={onClose}
      onSubmit={submit}
    >
      {fields.map((field, index) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={errorOf(field)}
          hasFocus={index === 0}
          onChange={(value) => setEntered({ ...entered, [field.name]: value })}
        />
      ))}
    </FormDialog>
  );
}

interface FieldProps {
  field: DialogField<string>;
  value: string | readonly string[];
  error: string | undefined;
  hasFocus: boolean;
  onChange: (value: string | string[]) => void;
}

function Field({ field, value, error, hasFocus, onChange }: FieldProps) {
  const { label, help, isRequired = false, isDisabled = false, maxLength = LIMITS.nameLength, options } = field;
  if (typeof value !== 'string') return <TagsInput label={label} description={help} value={[...value]} error={error} onChange={onChange} />;
  if (options)
    return (
      <SelectField
        label={label}
        help={help}
        isRequired={isRequired}
        isDisabled={isDisabled}
        hasFocus={hasFocus}
        options={options}
        value={value === '' ? null : value}
        error={error}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  return (
    <TextInput
      data-autofocus={hasFocus || undefined}
      label={label}
      description={help}
      withAsterisk={isRequired}
      disabled={isDisabled}
      maxLength={maxLength}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function trimmed(value: string | readonly string[]): string | readonly string[] {
  return typeof value === 'string' ? value.trim() : value;
}
