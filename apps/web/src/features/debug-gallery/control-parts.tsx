import { ActionIcon, Button, Kbd, Menu, TextInput, Tooltip } from '@mantine/core';
import { ENERGY_TYPES } from '@solvane/contract/fleet';
import { Tabs } from '@solvane/ui/tabs';
import { IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { Part } from './part.tsx';

const TAB_NAMES = ['one', 'two', 'three'] as const;

export function ControlParts() {
  const { formatMessage } = useIntl();
  const [day, setDay] = useState<'day' | 'week' | 'month'>('day');
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<(typeof TAB_NAMES)[number]>('one');
  const label = formatMessage({ id: 'Common_Retry' });
  return (
    <>
      <Part name="Button">
        {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button loading>loading</Button>
        <Button size="xs">xs</Button>
        <Button size="lg">lg</Button>
        <Button leftSection={<IconPlus />}>leftSection</Button>
      </Part>
      <Part name="Button color=danger">
        {(['filled', 'default', 'subtle'] as const).map((variant) => (
          <Button key={variant} variant={variant} color="danger">
            {variant}
          </Button>
        ))}
      </Part>
      <Part name="ActionIcon">
        <ActionIcon aria-label={label}>
          <IconTrash />
        </ActionIcon>
        <ActionIcon aria-label={label} disabled>
          <IconTrash />
        </ActionIcon>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} variant="default">
            <IconDots />
          </ActionIcon>
        </Tooltip>
      </Part>
      <Part name="Menu">
        <Menu>
          <Menu.Target>
            <Button variant="default">Menu</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPlus />}>{formatMessage({ id: 'Common_More' })}</Menu.Item>
            <Menu.Divider />
            <Menu.Item disabled>{formatMessage({ id: 'Common_Clear' })}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Part>
      <Part name="TextInput">
        <TextInput label={formatMessage({ id: 'Form_Field_Name' })} defaultValue="PV standard" />
        <TextInput
          label={formatMessage({ id: 'Form_Field_Name' })}
          defaultValue="-4"
          error={formatMessage({ id: 'Common_Validation_MinValue' }, { minValue: 0 })}
        />
        <TextInput label={formatMessage({ id: 'Form_Field_Name' })} defaultValue="Lammer" disabled />
      </Part>
      <Part name="SearchField">
        <SearchField value={search} onChange={setSearch} placeholder={formatMessage({ id: 'Common_Search' })} />
      </Part>
      <Part name="Segments">
        <Segments
          label={formatMessage({ id: 'Common_More' })}
          value={day}
          options={(['day', 'week', 'month'] as const).map((value) => ({ value, label: value }))}
          onChange={setDay}
        />
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={TAB_NAMES.map((name, index) => ({
            name,
            label: name,
            count: index === 1 ? '14' : undefined,
            isDisabled: name === 'three',
            content: () => name,
          }))}
        />
      </Part>
      <Part name="Kbd">
        <Kbd>Ctrl K</Kbd>
        <Kbd>/</Kbd>
      </Part>
      <Part name="EnergyTypeIcon">
        {ENERGY_TYPES.map((energyType) => (
          <span key={energyType}>
            <EnergyTypeIcon energyType={energyType} /> {formatMessage({ id: `EnergyType_${energyType}` })}
          </span>
        ))}
      </Part>
    </>
  );
}
