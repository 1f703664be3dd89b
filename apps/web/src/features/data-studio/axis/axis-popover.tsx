import { Button, Popover, TextInput } from '@mantine/core';
import type { ValueRange } from '@solvane/charts/options/value-range';
import { IconArrowsVertical } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import classes from './axis-popover.module.css';

interface AxisPopoverProps {
  /** Name of the axis with its unit. */
  name: string;
  unit: string;
  range: ValueRange;
  onRange: (range: ValueRange) => void;
}

/** The ends of a value axis, typed. */
export function AxisPopover({ name, unit, range, onRange }: AxisPopoverProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const isSet = range.min !== null || range.max !== null;
  const label = formatMessage({ id: 'DataStudio_Axis' }, { name });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.button}
          data-set={isSet || undefined}
          aria-label={label}
          title={label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconArrowsVertical size={12} stroke={1.8} aria-hidden />
          {isSet && `${range.min ?? '…'} – ${range.max ?? '…'}`}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <AxisForm
            unit={unit}
            range={range}
            onRange={(next) => {
              onRange(next);
              setOpen(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function AxisForm({ unit, range, onRange }: Omit<AxisPopoverProps, 'name'>) {
  const { formatMessage } = useIntl();
  const [min, setMin] = useState(range.min === null ? '' : String(range.min));
  const [max, setMax] = useState(range.max === null ? '' : String(range.max));
  const [low, high] = [readEnd(min), readEnd(max)];
  const isWrong = low === undefined || high === undefined || (low !== null && high !== null && low >= high);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) onRange({ min: low, max: high });
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={formatMessage({ id: 'DataStudio_Axis_Max' }, { unit })}
        placeholder={formatMessage({ id: 'DataStudio_Axis_Auto' })}
        value={max}
        inputMode="decimal"
        onChange={({ currentTarget }) => setMax(currentTarget.value)}
      />
      <TextInput
        label={formatMessage({ id: 'DataStudio_Axis_Min' }, { unit })}
        placeholder={formatMessage({ id: 'DataStudio_Axis_Auto' })}
        value={min}
        inputMode="decimal"
        error={isWrong && formatMessage({ id: 'DataStudio_Axis_Wrong' })}
        onChange={({ currentTarget }) => setMin(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={() => onRange({ min: 0, max: null })}>
          {formatMessage({ id: 'DataStudio_Axis_FromZero' })}
        </Button>
        <Button size="xs" variant="default" onClick={() => onRange({ min: null, max: null })}>
          {formatMessage({ id: 'DataStudio_Axis_Auto' })}
        </Button>
        <Button size="xs" type="submit" disabled={isWrong}>
          {formatMessage({ id: 'DataStudio_Axis_Apply' })}
        </Button>
      </div>
    </form>
  );
}

/** null: left open; undefined: no number. */
function readEnd(text: string): number | null | undefined {
  const plain = text
    .trim()
    .replace(/[\s\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.');
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}
