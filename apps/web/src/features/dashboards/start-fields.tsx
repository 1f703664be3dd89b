import type { DashboardDefaults } from '@solvane/contract/dashboards';
import { ENERGY_TYPES, type EnergyType } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { PERIOD_PRESETS } from '@solvane/energy/time/period';
import { useIntl } from 'react-intl';
import { MultiSelectField, SelectField } from '../../shared/fields/select-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** What a dashboard begins with, as far as it is chosen in words. */
export type DashboardStart = Pick<DashboardDefaults, 'period' | 'devices' | 'energyTypes'>;

interface StartFieldsProps {
  value: DashboardStart;
  onChange: (value: DashboardStart) => void;
}

/** A period that presets have no word for stays until another one is chosen. */
const OTHER = 'other';

/** Sites or kinds of sites, and the period that a dashboard begins with. */
export function StartFields({ value, onChange }: StartFieldsProps) {
  const { formatMessage } = useIntl();
  const { sites } = useFleet();
  const { period, devices, energyTypes } = value;
  const preset = period.type === 'preset' ? period.selectedPreset : OTHER;
  const known = new Map(sites.map((site) => [String(site.siteSegmentId), site.name]));
  // Devices below sites were chosen elsewhere: they stay.
  const others = devices === 'all' ? [] : devices.filter((id) => !known.has(id));
  return (
    <>
      <SelectField
        label={formatMessage({ id: 'Dashboard_Start_Period' })}
        options={[
          ...PERIOD_PRESETS.map((each) => ({ value: String(each), label: formatMessage({ id: `Period_${each}` }) })),
          ...(preset === OTHER ? [{ value: OTHER, label: formatMessage({ id: 'Dashboard_Start_Period_other' }) }] : []),
        ]}
        value={preset}
        onChange={(chosen) => {
          const selectedPreset = PERIOD_PRESETS.find((each) => each === chosen);
          if (selectedPreset) onChange({ ...value, period: { type: 'preset', selectedPreset, includesCurrentPeriod: true } });
        }}
      />
      <MultiSelectField
        label={formatMessage({ id: 'Dashboard_Start_Sites' })}
        help={formatMessage({ id: 'Dashboard_Start_Sites_Help' })}
        options={[...known].map(([id, name]) => ({ value: id, label: name }))}
        values={devices === 'all' ? [] : devices.map(String).filter((id) => known.has(id))}
        onChange={(chosen) => {
          const ids = [...others, ...chosen.map((id) => segmentIdSchema.parse(id))];
          onChange({ ...value, devices: ids.length === 0 ? 'all' : ids });
        }}
      />
      <MultiSelectField<EnergyType>
        label={formatMessage({ id: 'Dashboard_Start_Types' })}
        help={formatMessage({ id: 'Dashboard_Start_Types_Help' })}
        options={ENERGY_TYPES.map((type) => ({ value: type, label: formatMessage({ id: `EnergyType_${type}` }) }))}
        values={energyTypes}
        onChange={(chosen) => onChange({ ...value, energyTypes: chosen })}
      />
    </>
  );
}
