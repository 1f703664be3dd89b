import { ENERGY_TYPES, type SiteWarning } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { IconBuildingFactory2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { siteStatusQuery } from '../../shared/widgets/site-status.queries.ts';
import { useDetails } from '../../workspace/details.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFavorites, useToggleFavorite } from '../../workspace/fleet/favorites.ts';
import type { TreesState } from '../../workspace/fleet/tree-loader.ts';
import { treeLoader } from '../../workspace/fleet/trees.ts';
import type { Fleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './device-panel.module.css';
import type { CheckState } from './device-row.tsx';
import { DeviceTree } from './device-tree.tsx';
import { setGroupOpen, setOpen, treeView, useClosedGroups, useOpenNodes } from './panel-state.ts';
import { byAttention } from './site-order.ts';
import { type TreeRow, toRows } from './tree-rows.ts';
import type { Marks } from './tree-search.ts';
import { nodesAboveSelection } from './tree-selection.ts';
import { checkableId, useDeviceActions } from './use-device-actions.ts';

const DeviceMenu = lazy(async () => ({ default: (await import('./device-menu.tsx')).DeviceMenu }));

interface DevicePanelBodyProps {
  fleet: Fleet;
  state: TreesState;
  rules: DevicePanelRules;
  filter: ReadonlyMap<SiteId, Marks> | undefined;
  /** Another filter opens its branches again. */
  filterKey: string;
}

type NodeRow = Extract<TreeRow, { kind: 'node' }>;
const NO_WARNINGS: readonly SiteWarning[] = [];
const NONE: ReadonlySet<string> = new Set();

export function DevicePanelBody({ fleet, state, rules, filter, filterKey }: DevicePanelBodyProps) {
  const { formatMessage } = useIntl();
  const { grouping, order } = useSelector(treeView);
  const selection = useDeviceSelection();
  const favorites = useFavorites();
  const toggleFavorite = useToggleFavorite();
  const details = useDetails();
  const open = useOpenNodes();
  const closedGroups = useClosedGroups();
  const [closed, setClosed] = useState<{ filterKey: string; ids: ReadonlySet<string> }>({ filterKey, ids: NONE });
  const closedInFilter = closed.filterKey === filterKey ? closed.ids : NONE;
  const [menu, setMenu] = useState<{ row: NodeRow; anchor: DOMRect } | null>(null);
  const actions = useDeviceActions(rules);
  const statuses = useQuery(siteStatusQuery()).data?.items;
  const sites = useMemo(
    () => (order === 'attention' && statuses ? byAttention(fleet.sites, statuses) : fleet.sites),
    [fleet.sites, order, statuses],
  );
  const rows = useMemo(
    () => toRows({ sites, state, grouping, open, closedGroups, filter, closedInFilter }),
    [sites, state, grouping, open, closedGroups, filter, closedInFilter],
  );
  const worst = useMemo(() => new Map(statuses?.map(({ siteId, openEventsByType }) => [siteId, openEventsByType?.[0]?.type])), [statuses]);
  const warnings = useMemo(() => new Map(statuses?.map((status) => [status.siteId, status.warnings])), [statuses]);
  const above = useMemo(() => nodesAboveSelection(selection, state), [selection, state]);

  const checkOf = useCallback(
    (row: TreeRow): CheckState => {
      if (row.kind !== 'node') return 'none';
      const id = idOf(row);
      if (id in selection) return 'checked';
      if (checkableId(row, rules) === undefined) return above.has(id) ? 'mixed' : 'none';
      return above.has(id) ? 'mixed' : 'unchecked';
    },
    [selection, above, rules],
  );
  const groupLabel = useCallback(
    (value: string | null): string => {
      if (value === null) return formatMessage({ id: 'DevicePanel_Group_Unknown' });
      const energyType = ENERGY_TYPES.find((type) => type === value);
      return grouping === 'energyType' && energyType ? formatMessage({ id: `EnergyType_${energyType}` }) : value;
    },
    [grouping, formatMessage],
  );
  const setRowOpen = (row: TreeRow, isOpen: boolean): void => {
    if (row.kind === 'group') setGroupOpen(row.key, isOpen);
    if (row.kind !== 'node') return;
    setOpen([row.key], isOpen);
    if (filter) setClosed({ filterKey, ids: withId(closedInFilter, row.key, !isOpen) });
  };

  const isFavorite = (row: TreeRow): boolean => row.kind === 'node' && favorites.has(idOf(row));
  const changeFavorite = (row: TreeRow): void => {
    if (row.kind === 'node') toggleFavorite.mutate({ segmentId: idOf(row), isFavorite: !isFavorite(row) });
  };

  if (fleet.status === 'error') return <ErrorState error={fleet.error} title="Common_Error_Query_Title" onRetry={fleet.refetch} />;
  if (fleet.status === 'pending') return <TreeSkeleton />;
  if (fleet.sites.length === 0) return <NoSites firstError={fleet.firstError} />;
  if (rows.length === 0) {
    const isLoading = state.trees.size + state.failed.size < fleet.sites.length;
    return isLoading ? <TreeSkeleton /> : <p className={classes.empty}>{formatMessage({ id: '_No_Devices_Available' })}</p>;
  }
  return (
    <>
      <DeviceTree
        rows={rows}
        label={formatMessage({ id: 'DevicePanel_Title' })}
        isMultiple={rules.mode !== 'single'}
        groupLabel={groupLabel}
        checkOf={checkOf}
        isFavorite={isFavorite}
        eventOf={(row) => (row.kind === 'node' && row.index === 0 ? worst.get(row.site.siteId) : undefined)}
        warningsOf={(row) => (row.kind === 'node' && row.index === 0 ? warnings.get(row.site.siteId) : undefined) ?? NO_WARNINGS}
        isShown={(row) => row.kind === 'node' && details?.kind === 'metadata' && details.deviceId === idOf(row)}
        onToggle={actions.toggle}
        onToggleRange={actions.toggleRange}
        onSetOpen={setRowOpen}
        onOpenSiblings={(row) => setOpen(siblingsOf(rows, row), true)}
        onFavorite={changeFavorite}
        onMenu={(row, anchor) => row.kind === 'node' && setMenu({ row, anchor })}
        onRetry={(row) => row.kind === 'failed' && treeLoader.retry(row.site.siteId)}
      />
      {menu && (
        <Suspense>
          <DeviceMenu
            {...menu}
            rules={rules}
            actions={actions}
            isFavorite={isFavorite(menu.row)}
            onFavorite={() => changeFavorite(menu.row)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function NoSites({ firstError }: { firstError: string | undefined }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  return firstError !== undefined ? (
    <StateMessage icon={<IconBuildingFactory2 />} title={formatMessage({ id: 'Common_Error_NoSitesAccess_Title' })} role="status">
      {serverText(firstError)}
    </StateMessage>
  ) : (
    <StateMessage icon={<IconBuildingFactory2 />} title={formatMessage({ id: 'Common_Error_NoSitesOrDevices_Title' })} role="status">
      {formatMessage({ id: '_No_Devices_Found' })}
    </StateMessage>
  );
}

const GHOSTS = [124, 88, 148, 104, 132, 96, 116];

function TreeSkeleton() {
  return (
    <div className={classes.skeleton} aria-hidden="true">
      {GHOSTS.map((width) => (
        <div key={width} className={classes.ghostRow}>
          <span className={classes.ghost} style={{ inlineSize: width }} />
        </div>
      ))}
    </div>
  );
}

function idOf(row: NodeRow): SegmentId {
  return row.tree?.nodes[row.index]?.id ?? row.site.siteSegmentId;
}

/** Branches at the same place of the tree: the key `*` opens all of them. */
function siblingsOf(rows: readonly TreeRow[], row: TreeRow): string[] {
  if (row.kind !== 'node') return [];
  const parent = row.tree?.nodes[row.index]?.parent ?? -1;
  const isSibling = (other: TreeRow): other is NodeRow =>
    other.kind === 'node' &&
    (parent < 0 ? other.index === 0 : other.tree === row.tree && other.tree?.nodes[other.index]?.parent === parent);
  return rows.filter(isSibling).flatMap((sibling) => (sibling.isOpen === undefined ? [] : [sibling.key]));
}

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
