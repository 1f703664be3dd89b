import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormItem } from '@solvane/contract/forms';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { MultiSelectField, SelectField } from '../fields/select-field.tsx';
import { useServerText } from '../text/use-server-text.ts';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';
import { type FormField, type FormValue, type FormValues, isRequired, isShown } from './form-values.ts';
import { UploadField } from './upload-field.tsx';

const DateField = lazy(async () => ({ default: (await import('./date-field.tsx')).DateField }));

export interface DeviceSelectProps extends FieldProps {
  field: Extract<FormField, { kind: 'deviceSelect' }>;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  onBlur: () => void;
}

interface FormItemProps {
  id: string;
  item: FormItem;
  form: UseFormReturnType<FormValues>;
  warningsOf: (name: string) => string | undefined;
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

export function FormItemView({ id, item, form, warningsOf, DeviceSelect }: FormItemProps) {
  const serverText = useServerText();
  if (item.kind === 'paragraph') return <p className={classes.paragraph}>{serverText(item.text)}</p>;
  if (item.kind === 'feedback') return <Feedback names={item.of} form={form} warningsOf={warningsOf} />;
  if (!isShown(item, form.values)) return null;
  const warning = warningsOf(item.name);
  return (
    <div className={classes.item}>
      <Field id={id} item={item} form={form} DeviceSelect={DeviceSelect} />
      {warning && (
        <p className={classes.warning} role="status">
          <IconAlertTriangle aria-hidden="true" />
          {warning}
        </p>
      )}
    </div>
  );
}

interface FieldViewProps<Kind extends FormField['kind']> {
  item: Extract<FormField, { kind: Kind }>;
  common: FieldProps;
  value: FormValue;
  set: (value: FormValue) => void;
  onBlur: () => void;
}

function Field({ id, item, form, DeviceSelect }: Omit<FormItemProps, 'warningsOf' | 'item'> & { item: FormField }) {
  const serverText = useServerText();
  const value = form.values[item.name] ?? null;
  const { error, onBlur } = form.getInputProps(item.name);
  const set = (next: FormValue): void => form.setFieldValue(item.name, next);
  const common: FieldProps = {
    id,
    label: serverText(item.label),
    description: item.help === undefined ? undefined : serverText(item.help),
    withAsterisk: isRequired(item),
    error,
  };
  const view = { common, value, set, onBlur };
  switch (item.kind) {
    case 'text':
      return <TextField item={item} {...view} />;
    case 'number':
      return <NumberField item={item} {...view} />;
    case 'select':
      return <ChoiceField item={item} {...view} />;
    case 'checkbox':
      return <CheckboxField item={item} {...view} />;
    case 'date':
      return (
        <Suspense>
          <DateField {...common} value={textOf(value) || null} onChange={set} onBlur={onBlur} />
        </Suspense>
      );
    case 'upload':
      return <UploadField {...common} accepts={item.accepts} onChange={set} />;
    case 'deviceSelect':
      return <DeviceSelect {...common} field={item} value={listOf(value)} onChange={set} onBlur={onBlur} />;
  }
}

function TextField({ item, common, value, set, onBlur }: FieldViewProps<'text'>) {
  const { formatMessage } = useIntl();
  const text = textOf(value);
  const Input = item.isMultiline ? Textarea : TextInput;
  const hasCount = item.isMultiline && item.maxLength !== undefined;
  const description = hasCount ? (
    <Described
      text={common.description}
      count={formatMessage({ id: 'Form_Length' }, { length: text.length, maxLength: item.maxLength ?? 0 })}
    />
  ) : (
    common.description
  );
  return <Input {...common} description={description} value={text} onBlur={onBlur} onChange={(event) => set(event.currentTarget.value)} />;
}

function NumberField({ item, common, value, set, onBlur }: FieldViewProps<'number'>) {
  const { formatNumber } = useIntl();
  return (
    <NumberInput
      {...common}
      value={typeof value === 'number' ? value : ''}
      decimalSeparator={decimalSeparator(formatNumber)}
      allowedDecimalSeparators={['.', ',']}
      allowDecimal={!item.isInteger}
      hideControls
      rightSection={item.unit && <span className={classes.unit}>{item.unit}</span>}
      {...(item.unit && { rightSectionWidth: 16 + 8 * item.unit.length })}
      onBlur={onBlur}
      onChange={(next) => set(typeof next === 'number' ? next : null)}
    />
  );
}

function ChoiceField({ item, common, value, set, onBlur }: FieldViewProps<'select'>) {
  const serverText = useServerText();
  const { id, label, description: help, error, withAsterisk: isRequiredField } = common;
  const chosen = listOf(value);
  const options = item.options.map((option) => ({ value: option.value, label: serverText(option.label) }));
  const shared = { id, label, help, error, isRequired: isRequiredField, options, onBlur };
  if (item.isMultiple) return <MultiSelectField {...shared} values={chosen} isSearchable onChange={set} />;
  return (
    <SelectField
      {...shared}
      value={chosen[0] ?? null}
      isClearable={!isRequiredField}
      onChange={(next) => set(next === null ? [] : [next])}
    />
  );
}

function CheckboxField({ common, value, set, onBlur }: FieldViewProps<'checkbox'>) {
  const { id, label, description, error } = common;
  return (
    <Checkbox
      id={id}
      size="xs"
      label={label}
      description={description}
      error={error}
      checked={value === true}
      onBlur={onBlur}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}

function textOf(value: FormValue): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: FormValue): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function Described({ text, count }: { text: ReactNode; count: string }) {
  return (
    <span className={classes.described}>
      <span>{text}</span>
      <span>{count}</span>
    </span>
  );
}

/** Messages of the rules for some fields, repeated where their consequence is. */
function Feedback({ names, form, warningsOf }: { names: readonly string[] } & Pick<FormItemProps, 'form' | 'warningsOf'>) {
  const messages = names.flatMap((name) => [form.errors[name], warningsOf(name)]).filter(Boolean);
  return (
    <div className={classes.feedback} role="status">
      {messages.map((text) => (
        <p key={String(text)}>{text}</p>
      ))}
    </div>
  );
}

function decimalSeparator(formatNumber: (value: number) => string): string {
  return formatNumber(1.5).replace(/\d/g, '') || '.';
}
