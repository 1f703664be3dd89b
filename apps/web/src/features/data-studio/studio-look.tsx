import { Button, Menu } from '@mantine/core';
import { COLOURS_BY, PLOT_SHAPES } from '@solvane/contract/plot-looks';
import { IconChevronDown } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import type { StudioSearch } from './studio-search.ts';

interface StudioLookProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  isStackable: boolean;
  units: number;
}

const AXES = ['own', 'shared'] as const;

/** How lines over time look: their shape, what has a colour, and where the axes stand. */
export function StudioLook({ search, onSearch, isStackable, units }: StudioLookProps) {
  const { shape = 'line', color = 'device' } = search;
  const axes: (typeof AXES)[number] = search.axes ?? 'own';
  const { formatMessage } = useIntl();
  const text = formatMessage({ id: `TimeSeries_Chart_${shape}` });
  // What is chosen stays so while its lines are on their way.
  const isNotPossible = (each: string): boolean => each === 'stacked' && shape !== 'stacked' && !isStackable;
  const needs = formatMessage({ id: 'DataStudio_Stacked_Needs' });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          aria-label={`${formatMessage({ id: 'DataStudio_Look' })}: ${text}`}
          rightSection={<IconChevronDown size={15} stroke={1.6} />}
        >
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatMessage({ id: 'TimeSeries_Chart' })}</Menu.Label>
        <Menu.RadioGroup
          value={shape}
          onChange={(chosen) => onSearch({ shape: PLOT_SHAPES.find((each) => each === chosen && each !== 'line') })}
        >
          {PLOT_SHAPES.map((each) => (
            <Menu.RadioItem key={each} value={each} disabled={isNotPossible(each)} title={isNotPossible(each) ? needs : undefined}>
              {formatMessage({ id: `TimeSeries_Chart_${each}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{formatMessage({ id: 'TimeSeries_Color' })}</Menu.Label>
        <Menu.RadioGroup
          value={color}
          onChange={(chosen) => onSearch({ color: COLOURS_BY.find((each) => each === chosen && each !== 'device') })}
        >
          {COLOURS_BY.map((each) => (
            <Menu.RadioItem key={each} value={each}>
              {formatMessage({ id: `TimeSeries_Color_${each}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{formatMessage({ id: 'TimeSeries_Axes' })}</Menu.Label>
        <Menu.RadioGroup value={axes} onChange={(chosen) => onSearch({ axes: chosen === 'shared' ? 'shared' : undefined })}>
          {AXES.map((each) => (
            <Menu.RadioItem key={each} value={each} disabled={each === 'shared' && axes === 'own' && units < 2}>
              {formatMessage({ id: `DataStudio_Axes_${each}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
