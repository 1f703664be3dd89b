import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { canonicalNumber } from './curve-draft.ts';

interface NumberInputProps {
  label: string;
  unit: string;
  help?: string | undefined;
  /** As it is stored, with a point. */
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** A number as its user writes it, with a comma or a point. */
export function NumberInput({ label, unit, help, value, error, isDisabled, onChange }: NumberInputProps) {
  const { formatNumber } = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
  const shown = isNumber ? formatNumber(Number(value), { maximumFractionDigits: 6, useGrouping: false }) : value;
  return (
    <TextInput
      label={`${label}, ${unit}`}
      description={help}
      inputMode="decimal"
      disabled={isDisabled}
      value={typed ?? shown}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(canonicalNumber(currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
