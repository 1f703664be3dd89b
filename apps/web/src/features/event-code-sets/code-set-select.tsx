import type { CodeSet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

interface CodeSetSelectProps {
  sets: readonly CodeSet[];
  value: string;
  onChange: (setId: string) => void;
}

/** Sets with their owner and the number of their codes. */
export function CodeSetSelect({ sets, value, onChange }: CodeSetSelectProps) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const ownerOf = ({ enterpriseId }: CodeSet): string =>
    enterpriseId === null
      ? formatMessage({ id: 'EventCodeSet_ForEverybody' })
      : (enterprises.find(({ id }) => id === enterpriseId)?.name ?? enterpriseId);
  const detailOf = (set: CodeSet): string =>
    [
      set.manufacturer,
      set.models.length === 0 ? formatMessage({ id: 'EventCodeSet_AllModels' }) : set.models.join(', '),
      formatMessage({ id: 'EventCodeSet_CodeCount' }, { count: set.codeCount }),
      ownerOf(set),
    ].join(' · ');
  return (
    <SelectField
      isLabelHidden
      isSearchable
      label={formatMessage({ id: 'EventCodeSet_Set' })}
      options={sets.map((set) => ({ value: set.id, label: set.name, detail: detailOf(set) }))}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}
