import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconChecks, IconChevronLeft, IconStack2, IconStar } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { PaneHead } from '../../shared/panes/pane-head.tsx';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFavorites } from '../../workspace/fleet/favorites.ts';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './device-panel.module.css';
import { DevicePanelBody } from './device-panel-body.tsx';
import { DevicePanelFooter } from './device-panel-footer.tsx';
import { LoadFailedBanner } from './load-failed-banner.tsx';
import { setFavoritesOnly, setSelectedOnly, treeState, treeView, useOpenNodes } from './panel-state.ts';
import { SITE_ORDERS } from './site-order.ts';
import { GROUPINGS } from './tree-rows.ts';
import { countOf } from './tree-selection.ts';
import { useTreeFilter } from './use-tree-filter.ts';
import { useWantedTrees } from './use-wanted-trees.ts';

/** The fleet as a tree: what is checked here is what every screen is about. */
export function DevicePanel({ rules, onClose }: { rules: DevicePanelRules; onClose: () => void }) {
  const { formatMessage } = useIntl();
  const fleet = useFleet();
  const state = useTrees();
  const selection = useDeviceSelection();
  const favorites = useFavorites();
  const open = useOpenNodes();
  const { selectedOnly, favoritesOnly } = useSelector(treeState);
  const [search, setSearch] = useState('');
  const deferredSearch = useDeferredValue(search);
  useWantedTrees({ sites: fleet.sites, selection, open, favorites, isSearching: deferredSearch !== '' || selectedOnly || favoritesOnly });
  useFiltersThatEnd(countOf(selection), favorites.size);

  const selected = useMemo(() => (selectedOnly ? { has: (id: string) => id in selection } : undefined), [selectedOnly, selection]);
  const starred = useMemo(
    () => (favoritesOnly ? { has: (id: string) => (favorites as ReadonlySet<string>).has(id) } : undefined),
    [favoritesOnly, favorites],
  );
  const filter = useTreeFilter({ sites: fleet.sites, state, search: deferredSearch, selected, favorites: starred });
  const deviceCount = useMemo(() => fleet.sites.reduce((sum, { segmentCount }) => sum + segmentCount, 0), [fleet.sites]);

  return (
    <div className={classes.panel}>
      <PaneHead
        title={formatMessage({ id: 'DevicePanel_Title' })}
        actions={
          <>
            <Toggle
              label={formatMessage({ id: 'DevicePanel_FavoritesOnly' })}
              isOn={favoritesOnly}
              isDisabled={favorites.size === 0}
              onToggle={() => setFavoritesOnly(!favoritesOnly)}
              icon={IconStar}
            />
            <Toggle
              label={formatMessage({ id: 'DevicePanel_SelectedOnly' })}
              isOn={selectedOnly}
              isDisabled={countOf(selection) === 0}
              onToggle={() => setSelectedOnly(!selectedOnly)}
              icon={IconChecks}
            />
            <GroupingMenu />
            <Tooltip label={formatMessage({ id: 'DevicePanel_Collapse' })}>
              <ActionIcon aria-label={formatMessage({ id: 'DevicePanel_Collapse' })} onClick={onClose}>
                <IconChevronLeft />
              </ActionIcon>
            </Tooltip>
          </>
        }
      />
      <div className={classes.search}>
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder={formatMessage({ id: 'DevicePanel_Search' }, { count: deviceCount })}
          shortcut="/"
        />
      </div>
      <LoadFailedBanner />
      <DevicePanelBody
        fleet={fleet}
        state={state}
        rules={rules}
        filter={filter}
        filterKey={`${deferredSearch}|${selectedOnly}|${favoritesOnly}`}
      />
      <DevicePanelFooter />
    </div>
  );
}

/** Filters switch themselves off when there is nothing left to filter by (spec §4). */
function useFiltersThatEnd(selectedCount: number, favoriteCount: number): void {
  // The state lies outside of React.
  useEffect(() => {
    if (selectedCount === 0) setSelectedOnly(false);
  }, [selectedCount]);
  useEffect(() => {
    if (favoriteCount === 0) setFavoritesOnly(false);
  }, [favoriteCount]);
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  isDisabled: boolean;
  onToggle: () => void;
  icon: typeof IconStar;
}

function Toggle({ label, isOn, isDisabled, onToggle, icon: ToggleIcon }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isOn}
        data-on={isOn || undefined}
        className={classes.toggle ?? ''}
        disabled={isDisabled}
        onClick={onToggle}
      >
        <ToggleIcon />
      </ActionIcon>
    </Tooltip>
  );
}

function GroupingMenu() {
  const { formatMessage } = useIntl();
  const { grouping, order } = useSelector(treeView);
  const label = formatMessage({ id: 'DevicePanel_Arrange' });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} data-on={grouping !== 'none' || order !== 'name' || undefined} className={classes.toggle ?? ''}>
            <IconStack2 />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{formatMessage({ id: 'DevicePanel_Order' })}</Menu.Label>
        <Menu.RadioGroup
          value={order}
          onChange={(value) => treeView.setState((state) => ({ ...state, order: SITE_ORDERS.find((known) => known === value) ?? 'name' }))}
        >
          {SITE_ORDERS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {formatMessage({ id: `DevicePanel_Order_${value}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{formatMessage({ id: 'DevicePanel_Grouping' })}</Menu.Label>
        <Menu.RadioGroup
          value={grouping}
          onChange={(value) => treeView.setState((state) => ({ ...state, grouping: GROUPINGS.find((known) => known === value) ?? 'none' }))}
        >
          {GROUPINGS.map((value) => (
            <Menu.RadioItem key={value} value={value}>
              {formatMessage({ id: `DevicePanel_Grouping_${value}` })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
