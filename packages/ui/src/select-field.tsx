import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type ComboboxItem, type ComboboxParsedItem, MultiSelect, NativeSelect, type OptionsFilter, Select } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import classes from './select-field.module.css';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  /** Quiet text after the label; the search finds it too. */
  detail?: string | undefined;
  icon?: ReactNode;
  /** Options of a group stand together under its name. */
  group?: string | undefined;
  isDisabled?: boolean;
}

interface SharedProps<Value extends string> {
  /** Of the field, for a label or a text elsewhere. */
  id?: string;
  label: string;
  /** As in a table or toolbar: the label is only read out. */
  isLabelHidden?: boolean;
  options: readonly SelectOption<Value>[];
  /** Nothing in the list matches what was typed. */
  nothingFoundLabel: string;
  placeholder?: string | undefined;
  help?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Default: from nine options on. */
  isSearchable?: boolean;
  isClearable?: boolean;
  size?: 'normal' | 'small';
  /** First field of a dialog. */
  hasFocus?: boolean;
  className?: string | undefined;
  onBlur?: () => void;
}

export interface SelectFieldProps<Value extends string> extends SharedProps<Value> {
  value: Value | null;
  onChange: (value: Value | null) => void;
}

export interface MultiSelectFieldProps<Value extends string> extends SharedProps<Value> {
  values: readonly Value[];
  maxCount?: number;
  onChange: (values: Value[]) => void;
}

const SEARCHABLE_FROM = 9;
/** More are found by typing: each drawn option costs time when the list opens. */
const MOST_DRAWN = 300;

/** The one select: one option of a list, by keyboard, pointer or touch. */
export function SelectField<Value extends string>({ value, onChange, ...props }: SelectFieldProps<Value>) {
  const shared = useShared(props);
  return (
    <Select<Value>
      {...shared}
      {...(props.isClearable !== true && { allowDeselect: false })}
      openOnFocus={false}
      value={value}
      onChange={onChange}
    />
  );
}

/** Several options of a list. */
export function MultiSelectField<Value extends string>({ values, onChange, maxCount, ...props }: MultiSelectFieldProps<Value>) {
  const shared = useShared(props);
  return (
    <MultiSelect<Value>
      {...shared}
      hidePickedOptions={false}
      value={[...values]}
      {...(maxCount !== undefined && { maxValues: maxCount })}
      onChange={onChange}
    />
  );
}

interface NativeSelectFieldProps<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  options: readonly SelectOption<Value>[];
  /** Must be among the options: an option with an empty value stands for none. */
  value: Value;
  isDisabled?: boolean;
  error?: ReactNode;
  className?: string | undefined;
  onChange: (value: Value) => void;
}

/** The select of the browser, for the cells of long tables: hundreds of them cost nothing until one is opened. */
export function NativeSelectField<Value extends string>({
  label,
  isLabelHidden = true,
  options,
  value,
  ...props
}: NativeSelectFieldProps<Value>) {
  const { isDisabled = false, error, className, onChange } = props;
  return (
    <NativeSelect
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      classNames={{ input: classes.small ?? '' }}
      data={toData(options)}
      value={value}
      disabled={isDisabled}
      error={error}
      {...(className !== undefined && { className })}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

/** What one and several have in common. */
function useShared<Value extends string>({ options, label, isLabelHidden = false, size = 'normal', ...props }: SharedProps<Value>) {
  const byValue = useMemo(() => new Map<string, SelectOption<Value>>(options.map((option) => [option.value, option])), [options]);
  const data = useMemo(() => toData(options), [options]);
  const isSearchable = props.isSearchable ?? options.length >= SEARCHABLE_FROM;
  return {
    data,
    ...(isLabelHidden ? { 'aria-label': label } : { label }),
    searchable: isSearchable,
    nothingFoundMessage: props.nothingFoundLabel,
    limit: MOST_DRAWN,
    filter: filterBy(byValue),
    clearable: props.isClearable ?? false,
    withAsterisk: props.isRequired ?? false,
    disabled: props.isDisabled ?? false,
    description: props.help,
    error: props.error,
    ...(props.placeholder !== undefined && { placeholder: props.placeholder }),
    ...(props.id !== undefined && { id: props.id }),
    ...(props.onBlur && { onBlur: props.onBlur }),
    ...(props.hasFocus === true && { 'data-autofocus': true }),
    ...(props.className !== undefined && { className: props.className }),
    ...(size === 'small' && { classNames: { input: classes.small ?? '' } }),
    comboboxProps: { width: 'max-content', position: 'bottom-start', classNames: { dropdown: classes.dropdown ?? '' } } as const,
    renderOption: ({ option }: { option: ComboboxItem<Value> }) => <OptionText option={byValue.get(option.value)} />,
  };
}

function OptionText<Value extends string>({ option }: { option: SelectOption<Value> | undefined }) {
  if (!option) return null;
  return (
    <span className={classes.option}>
      {option.icon}
      <span>{option.label}</span>
      {option.detail !== undefined && <span className={classes.detail}>{option.detail}</span>}
    </span>
  );
}

interface DataItem<Value extends string> {
  value: Value;
  label: string;
  disabled: boolean;
}

/** In the order given; a group stands where its first option stands. */
function toData<Value extends string>(options: readonly SelectOption<Value>[]) {
  const data: (DataItem<Value> | { group: string; items: DataItem<Value>[] })[] = [];
  const groups = new Map<string, DataItem<Value>[]>();
  for (const { value, label, group, isDisabled = false } of options) {
    const item = { value, label, disabled: isDisabled };
    if (group === undefined) {
      data.push(item);
      continue;
    }
    const items = groups.get(group);
    if (items) items.push(item);
    else {
      const first = [item];
      groups.set(group, first);
      data.push({ group, items: first });
    }
  }
  return data;
}

/** All words that were typed, anywhere in label or detail. */
function filterBy<Value extends string>(byValue: ReadonlyMap<string, SelectOption<Value>>): OptionsFilter<Value> {
  return ({ options, search, limit }) => {
    let left = limit;
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const take = ({ value, label }: ComboboxItem<Value>): boolean => {
      const text = `${label} ${byValue.get(value)?.detail ?? ''}`.toLowerCase();
      if (left === 0 || !words.every((word) => text.includes(word))) return false;
      left -= 1;
      return true;
    };
    return options.flatMap<ComboboxParsedItem<Value>>((option) => {
      if (!('group' in option)) return take(option) ? [option] : [];
      const items = option.items.filter(take);
      return items.length > 0 ? [{ ...option, items }] : [];
    });
  };
}
