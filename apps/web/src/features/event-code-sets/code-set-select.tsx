import { Select } from '@mantine/core';
import type { CodeSet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './event-code-sets.module.css';

interface CodeSetSelectProps {
  sets: readonly CodeSet[];
  value: string;
  onChange: (setId: string) => void;
}

/** Sets with whose they are and how many codes they explain. */
export function CodeSetSelect({ sets, value, onChange }: CodeSetSelectProps) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const ownerOf = ({ enterpriseId }: CodeSet): string =>
    enterpriseId === null
      ? formatMessage({ id: 'EventCodeSet_ForEverybody' })
      : (enterprises.find(({ id }) => id === enterpriseId)?.name ?? enterpriseId);
  return (
    <Select
      aria-label={formatMessage({ id: 'EventCodeSet_Set' })}
      className={classes.sets}
      searchable
      allowDeselect={false}
      maxDropdownHeight={400}
      comboboxProps={{ width: 360, position: 'bottom-start' }}
      nothingFoundMessage={formatMessage({ id: 'EventCodeSet_NoSet' })}
      data={sets.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
      renderOption={({ option }) => {
        const set = sets.find(({ id }) => id === option.value);
        return (
          <span className={classes.option}>
            <b>{option.label}</b>
            {set && (
              <small>
                {[
                  set.manufacturer,
                  set.models.length === 0 ? formatMessage({ id: 'EventCodeSet_AllModels' }) : set.models.join(', '),
                  formatMessage({ id: 'EventCodeSet_CodeCount' }, { count: set.codeCount }),
                  ownerOf(set),
                ].join(' · ')}
              </small>
            )}
          </span>
        );
      }}
    />
  );
}
