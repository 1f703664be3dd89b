import type { CurveTurbine } from '@solvane/contract/models';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';

interface TurbineSelectProps {
  label: string;
  help?: string;
  error?: string | undefined;
  turbines: readonly CurveTurbine[];
  values: readonly string[];
  maxCount?: number;
  onChange: (ids: string[]) => void;
}

/** Turbines by their sites. */
export function TurbineSelect({ label, help, error, turbines, values, maxCount, onChange }: TurbineSelectProps) {
  return (
    <MultiSelectField
      label={label}
      help={help}
      error={error}
      {...(maxCount !== undefined && { maxCount })}
      options={turbines.map(({ segmentId, name, siteName, model }) => ({
        value: segmentId as string,
        label: name,
        group: siteName,
        detail: model ?? undefined,
      }))}
      values={values}
      onChange={onChange}
    />
  );
}
