import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import type { FormChoice } from '@solvane/contract/widgets/widget-form';
import { columnProblem, newItem, type WidgetListColumn, type WidgetListField } from '@solvane/contract/widgets/widget-lists';
import type { Threshold } from '@solvane/contract/widgets/widget-thresholds';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { SelectField } from '../fields/select-field.tsx';
import { useServerText } from '../text/use-server-text.ts';
import { ThresholdsField } from './thresholds-field.tsx';
import classes from './widget-form.module.css';

export type ListItem = Readonly<Record<string, unknown>>;

interface ListFieldProps {
  field: WidgetListField;
  value: readonly ListItem[];
  /** Choices of columns that name a metric, besides their own. */
  causes: readonly FormChoice[];
  onChange: (items: readonly ListItem[]) => void;
}

/** A setting that is a list: its items in their order, each with its values. */
export function ListField({ field, value, causes, onChange }: ListFieldProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { label, help, add, most, columns } = field;
  return (
    <fieldset className={classes.section}>
      <legend>{serverText(label)}</legend>
      {help !== undefined && <p className={classes.hint}>{serverText(help)}</p>}
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no names, and their order is what they are
        <div key={index} className={classes.rule}>
          {columns.map((column) => (
            <ColumnField
              key={column.name}
              column={column}
              number={index + 1}
              value={item[column.name]}
              causes={causes}
              onChange={(next) => onChange(value.with(index, { ...item, [column.name]: next }))}
            />
          ))}
          <span className={classes.itemTools}>
            <ActionIcon
              disabled={index === 0}
              aria-label={formatMessage({ id: 'Widget_List_Up' }, { number: index + 1 })}
              onClick={() => onChange(movedUp(value, index))}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={formatMessage({ id: 'Widget_List_Delete' }, { number: index + 1 })}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </span>
        </div>
      ))}
      {value.length < most && (
        <Button variant="default" size="xs" onClick={() => onChange([...value, newItem(field)])}>
          {serverText(add)}
        </Button>
      )}
    </fieldset>
  );
}

interface ColumnFieldProps {
  column: WidgetListColumn;
  number: number;
  value: unknown;
  causes: readonly FormChoice[];
  onChange: (value: unknown) => void;
}

function ColumnField({ column, number, value, causes, onChange }: ColumnFieldProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const label = formatMessage({ id: 'Widget_List_Column' }, { name: serverText(column.label), number });
  const problem = columnProblem(column, value);
  const shared = { size: 'xs' as const, 'aria-label': label, placeholder: serverText(column.label), error: problem && serverText(problem) };
  switch (column.kind) {
    case 'choice':
      return (
        <SelectField
          size="small"
          isLabelHidden
          isSearchable={column.isSearchable === true}
          label={label}
          options={[
            ...Object.entries(column.choices).map(([choice, text]) => ({ value: choice, label: serverText(text) })),
            ...(column.isMetric ? causes : []),
          ]}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          maxLength={column.maxLength}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'flag':
      return (
        <Checkbox
          size="xs"
          label={serverText(column.label)}
          aria-label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'number':
    case 'openNumber':
      return (
        <NumberInput
          {...shared}
          hideControls
          allowedDecimalSeparators={['.', ',']}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : null)}
        />
      );
    case 'thresholds':
      return <ThresholdsField isInList label={label} value={readRules(value)} subjects={column.subjects} onChange={onChange} />;
  }
}

function readRules(value: unknown): readonly Threshold[] {
  return Array.isArray(value) ? (value as Threshold[]) : [];
}

function movedUp(items: readonly ListItem[], index: number): readonly ListItem[] {
  const [one, other] = [items[index - 1], items[index]];
  return one && other ? items.with(index - 1, other).with(index, one) : items;
}
