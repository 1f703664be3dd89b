import { Menu } from '@mantine/core';
import { useIntl } from 'react-intl';
import { PEER_CHOICES } from './peers/use-peer-bands.ts';
import type { StudioSearch } from './studio-search.ts';

interface StudioMarksProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
}

/** What is drawn around the lines: peers, events, marks of quality. */
export function StudioMarks({ search, onSearch }: StudioMarksProps) {
  const { formatMessage } = useIntl();
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{formatMessage({ id: 'DataStudio_Peers' })}</Menu.Label>
      <Menu.RadioGroup
        value={search.peers ?? 'siblings'}
        onChange={(value) => onSearch({ peers: PEER_CHOICES.find((choice) => choice === value && choice !== 'siblings') })}
      >
        {PEER_CHOICES.map((choice) => (
          <Menu.RadioItem key={choice} value={choice}>
            {formatMessage({ id: `DataStudio_Peers_${choice}` })}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.CheckboxItem checked={search.lanes !== 'off'} onChange={(isOn) => onSearch({ lanes: isOn ? undefined : 'off' })}>
        {formatMessage({ id: 'DataStudio_Lanes' })}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem checked={search.quality !== 'off'} onChange={(isOn) => onSearch({ quality: isOn ? undefined : 'off' })}>
        {formatMessage({ id: 'DataStudio_QualityMarks' })}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={search.removed === 'shown'}
        disabled={!search.filters?.length}
        onChange={(isOn) => onSearch({ removed: isOn ? 'shown' : undefined })}
      >
        {formatMessage({ id: 'DataStudio_Unfiltered' })}
      </Menu.CheckboxItem>
      <Menu.Divider />
    </>
  );
}
