import { ActionIcon, Button, NumberInput } from '@mantine/core';
import {
  isComplete,
  MOST_THRESHOLDS,
  THRESHOLD_COLORS,
  THRESHOLD_MARKS,
  THRESHOLD_RULES,
  type Threshold,
  type ThresholdSubject,
} from '@solvane/contract/widgets/widget-thresholds';
import { IconTrash } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { SelectField } from '../fields/select-field.tsx';
import classes from './widget-form.module.css';

interface ThresholdsFieldProps {
  value: readonly Threshold[];
  /** What the numbers of the widget can be compared with. */
  subjects: readonly ThresholdSubject[];
  onChange: (thresholds: Threshold[]) => void;
  /** Name of the group. Default: what thresholds are called */
  label?: string;
  /** Among the values of an item of a list: no legend and no explanation of its own. */
  isInList?: boolean;
}

const NEW: Threshold = { when: 'below', value: 0, to: null, of: 'value', color: 'warn', mark: 'triangle' };

/** Rules that mark the numbers of a widget, in their order. */
export function ThresholdsField({ value, subjects, onChange, label, isInList = false }: ThresholdsFieldProps) {
  const { formatMessage } = useIntl();
  const isWhole = value.every(isComplete);
  return (
    <fieldset className={isInList ? classes.nested : classes.section} aria-label={label}>
      {!isInList && (
        <>
          <legend>{formatMessage({ id: 'Widget_Thresholds' })}</legend>
          <p className={classes.hint}>{formatMessage({ id: 'Widget_Thresholds_Help' })}</p>
        </>
      )}
      {value.map((threshold, index) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and their order is what they are
          key={index}
          number={index + 1}
          threshold={threshold}
          subjects={subjects}
          onChange={(next) => onChange(value.with(index, next))}
          onDelete={() => onChange(value.toSpliced(index, 1))}
        />
      ))}
      {!isWhole && (
        <p className={classes.problem} role="alert">
          {formatMessage({ id: 'Widget_Threshold_Incomplete' })}
        </p>
      )}
      {value.length < MOST_THRESHOLDS && (
        <Button variant="default" size="xs" onClick={() => onChange([...value, NEW])}>
          {formatMessage({ id: 'Widget_Threshold_Add' })}
        </Button>
      )}
    </fieldset>
  );
}

interface RuleProps {
  number: number;
  threshold: Threshold;
  subjects: readonly ThresholdSubject[];
  onChange: (threshold: Threshold) => void;
  onDelete: () => void;
}

function Rule({ number, threshold, subjects, onChange, onDelete }: RuleProps) {
  const { formatMessage } = useIntl();
  const { when, value, to, of, color, mark } = threshold;
  const numeric = (label: string, current: number | null, onNumber: (next: number | null) => void) => (
    <NumberInput
      size="xs"
      aria-label={label}
      placeholder={label}
      hideControls
      allowedDecimalSeparators={['.', ',']}
      value={current ?? ''}
      onChange={(next) => onNumber(typeof next === 'number' ? next : null)}
    />
  );
  const valueLabel = formatMessage({ id: 'Widget_Threshold_Of_value' });
  return (
    <div className={classes.rule}>
      <SelectField
        size="small"
        isLabelHidden
        label={formatMessage({ id: 'Widget_Threshold_When' }, { number })}
        options={THRESHOLD_RULES.map((each) => ({ value: each, label: formatMessage({ id: `Widget_Threshold_When_${each}` }) }))}
        value={when}
        onChange={(next) => next && onChange({ ...threshold, when: next })}
      />
      {when !== 'empty' && numeric(valueLabel, value, (next) => onChange({ ...threshold, value: next }))}
      {when === 'between' && numeric(formatMessage({ id: 'Widget_Threshold_To' }), to, (next) => onChange({ ...threshold, to: next }))}
      {subjects.length > 1 && (
        <SelectField
          size="small"
          isLabelHidden
          label={formatMessage({ id: 'Widget_Threshold_Of' })}
          options={subjects.map((each) => ({ value: each, label: formatMessage({ id: `Widget_Threshold_Of_${each}` }) }))}
          value={of}
          onChange={(next) => next && onChange({ ...threshold, of: next })}
        />
      )}
      <SelectField
        size="small"
        isLabelHidden
        label={formatMessage({ id: 'Widget_Threshold_Color' })}
        options={THRESHOLD_COLORS.map((each) => ({ value: each, label: formatMessage({ id: `Widget_Threshold_Color_${each}` }) }))}
        value={color}
        onChange={(next) => next && onChange({ ...threshold, color: next })}
      />
      <SelectField
        size="small"
        isLabelHidden
        label={formatMessage({ id: 'Widget_Threshold_Mark' })}
        options={THRESHOLD_MARKS.map((each) => ({ value: each, label: formatMessage({ id: `Widget_Threshold_Mark_${each}` }) }))}
        value={mark}
        onChange={(next) => next && onChange({ ...threshold, mark: next })}
      />
      <ActionIcon aria-label={formatMessage({ id: 'Widget_Threshold_Delete' }, { number })} onClick={onDelete}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}
