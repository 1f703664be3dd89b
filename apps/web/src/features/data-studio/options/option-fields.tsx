import { RESOLUTIONS } from '@solvane/contract/signal-resolutions';
import type { StudioOptions } from '@solvane/contract/studio-options';
import { CheckField } from '@solvane/ui/check-field';
import { useIntl } from 'react-intl';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import classes from '../views/views.module.css';
import { useSaveStudioOptions, useStudioOptions } from './studio-options.queries.ts';

const CHOICES = {
  interpolation: ['line', 'step'],
  gaps: ['open', 'connected'],
  palette: ['colours', 'grey'],
  timeZone: ['site', 'utc', 'mine'],
} as const;

/** Preferences of the user: they hold on every device, as soon as they are changed. */
export function OptionFields() {
  const { formatMessage } = useIntl();
  const options = useStudioOptions();
  const save = useSaveStudioOptions();
  const change = (patch: Partial<StudioOptions>): void => save.mutate({ ...options, ...patch });
  const choice = <Name extends keyof typeof CHOICES>(name: Name) => (
    <SelectField<StudioOptions[Name]>
      key={name}
      size="small"
      isSearchable={false}
      label={formatMessage({ id: `DataStudio_Options_${name}` })}
      options={CHOICES[name].map((value) => ({
        value: value as StudioOptions[Name],
        label: formatMessage({ id: `DataStudio_Options_${name}_${value}` as 'DataStudio_Options_gaps_open' }),
      }))}
      value={options[name]}
      onChange={(value) => value && change({ [name]: value })}
    />
  );
  return (
    <div className={classes.part}>
      <SelectField
        size="small"
        isSearchable={false}
        label={formatMessage({ id: 'DataStudio_Options_resolution' })}
        options={(['auto', ...RESOLUTIONS.filter((one) => one !== 'auto')] as const).map((value) => ({
          value,
          label: formatMessage({ id: `DataStudio_Resolution_${value}` }),
        }))}
        value={options.resolution}
        onChange={(resolution) => resolution && change({ resolution })}
      />
      {choice('interpolation')}
      {choice('gaps')}
      {choice('palette')}
      {choice('timeZone')}
      <CheckField
        label={formatMessage({ id: 'DataStudio_Options_axisFromZero' })}
        isChecked={options.axisFromZero}
        onChange={(axisFromZero) => change({ axisFromZero })}
      />
    </div>
  );
}
