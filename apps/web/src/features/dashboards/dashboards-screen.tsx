import { Button, TextInput } from '@mantine/core';
import { DASHBOARD_GROUPS, type DashboardGroup, type ListedDashboard } from '@solvane/contract/dashboards';
import { type DataColumn, ROW_LINK } from '@solvane/ui/data-table-props';
import { IconDeviceTv, IconHome, IconPlus, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { dashboardListQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useAddressOf, useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { useDashboardTitle } from './dashboard-title.ts';
import classes from './dashboards.module.css';
import { NewDashboardDialog } from './new-dashboard-dialog.tsx';

const GROUPS = ['all', 'favorites', ...DASHBOARD_GROUPS] as const;
type Group = (typeof GROUPS)[number];

const MOST_ON_WALL = 50;
const WHEN = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** All dashboards that the user may open, those opened last first. */
export function DashboardsScreen() {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const mayCreate = hasPermission(useAccess(), 'EditDashboards');
  const query = useQuery(dashboardListQuery());
  const [isCreating, setCreating] = useState(false);
  const { filtered, filters } = useFilters(query.data?.items);
  const columns = useColumns();
  // Those that are listed: a group, a tag or a search chooses them.
  const showOnWall = (): void =>
    navigateTo('wallboard', {}, { search: { dashboards: filtered.slice(0, MOST_ON_WALL).map(({ dashboardId }) => dashboardId) } });
  const label = formatMessage({ id: 'Route_dashboards' });
  const { items = [], total = 0, tags = [] } = query.data ?? {};
  return (
    <Screen
      title={label}
      subtitle={total > items.length ? formatMessage({ id: 'Dashboard_List_Limited' }, { count: items.length, total }) : undefined}
      actions={
        <>
          {filtered.length > 0 && (
            <Button variant="default" leftSection={<IconDeviceTv size={16} />} onClick={showOnWall}>
              {formatMessage({ id: 'Dashboard_Wallboard' })}
            </Button>
          )}
          {mayCreate && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              {formatMessage({ id: 'Dashboard_New' })}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.filters}>
        <TextInput
          type="search"
          aria-label={formatMessage({ id: 'Common_Search' })}
          placeholder={formatMessage({ id: 'Common_Search' })}
          value={filters.search}
          onChange={({ currentTarget }) => filters.setSearch(currentTarget.value)}
        />
        <Segments
          label={formatMessage({ id: 'Dashboard_List_Group' })}
          value={filters.group}
          options={GROUPS.map((value) => ({ value, label: formatMessage({ id: `Dashboard_Group_${value}` }) }))}
          onChange={filters.setGroup}
        />
        {tags.length > 0 && (
          <SelectField
            label={formatMessage({ id: 'Dashboard_Tag' })}
            isLabelHidden
            isClearable
            placeholder={formatMessage({ id: 'Dashboard_Tag' })}
            options={tags.map((tag) => ({ value: tag, label: tag }))}
            value={filters.tag}
            onChange={filters.setTag}
          />
        )}
      </div>
      <ScreenTable
        label={formatMessage({ id: 'Dashboard_List' })}
        query={query}
        rows={query.data && filtered}
        columns={columns}
        getRowId={({ dashboardId }) => dashboardId}
        empty={formatMessage({ id: 'Dashboard_List_Empty' })}
        onOpen={({ dashboardId }) => navigateTo('dashboard', { dashboardId })}
      />
      {isCreating && <NewDashboardDialog dashboards={items} onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function useFilters(items: readonly ListedDashboard[] | undefined) {
  const titleOf = useDashboardTitle();
  const { locale } = useIntl();
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<Group>('all');
  const [tag, setTag] = useState<string | null>(null);
  const wanted = search.trim().toLocaleLowerCase(locale);
  const filtered = (items ?? []).filter(
    (each) =>
      isIn(group, each) &&
      (tag === null || each.tags.includes(tag)) &&
      [titleOf(each), each.description, each.owner?.name ?? '', ...each.tags].some((text) =>
        text.toLocaleLowerCase(locale).includes(wanted),
      ),
  );
  return { filtered, filters: { search, setSearch, group, setGroup, tag, setTag } };
}

function isIn(group: Group, { group: own, isFavorite }: { group: DashboardGroup; isFavorite: boolean }): boolean {
  return group === 'all' || (group === 'favorites' ? isFavorite : group === own);
}

function useColumns(): DataColumn<ListedDashboard>[] {
  const { formatMessage, formatDate } = useIntl();
  const addressOf = useAddressOf();
  const titleOf = useDashboardTitle();
  const groupOf = ({ group }: ListedDashboard) => formatMessage({ id: `Dashboard_Group_${group}` });
  return [
    {
      id: 'title',
      header: formatMessage({ id: 'Dashboard_Title' }),
      value: titleOf,
      isRowHeader: true,
      width: 260,
      card: 'title',
      cell: (dashboard) => (
        <span className={classes.name}>
          <Link {...ROW_LINK} to={addressOf('dashboard', { dashboardId: dashboard.dashboardId })}>
            {titleOf(dashboard)}
          </Link>
          {dashboard.isFavorite && <IconStarFilled size={14} aria-label={formatMessage({ id: 'Dashboard_Favorite' })} />}
          {dashboard.isHome && <IconHome size={14} aria-label={formatMessage({ id: 'Dashboard_Home_Is' })} />}
        </span>
      ),
    },
    { id: 'group', header: formatMessage({ id: 'Dashboard_List_Group' }), value: groupOf, width: 130, card: 'subtitle' },
    {
      id: 'owner',
      header: formatMessage({ id: 'Dashboard_Owner' }),
      value: ({ owner }) => owner?.name ?? null,
      width: 150,
      givesWay: 2,
    },
    {
      id: 'tags',
      header: formatMessage({ id: 'Dashboard_Tags' }),
      value: ({ tags }) => (tags.length > 0 ? tags.join(', ') : null),
      width: 150,
      givesWay: 1,
    },
    {
      id: 'opened',
      header: formatMessage({ id: 'Dashboard_Opened' }),
      value: ({ openedAtMs }) => openedAtMs,
      cell: ({ openedAtMs }) => (openedAtMs === null ? formatMessage({ id: 'Dashboard_NeverOpened' }) : formatDate(openedAtMs, WHEN)),
      width: 160,
      givesWay: 4,
      card: 'fact',
    },
    {
      id: 'widgets',
      header: formatMessage({ id: 'Dashboard_Widgets' }),
      value: ({ widgetCount }) => widgetCount,
      align: 'end',
      width: 90,
      givesWay: 3,
    },
    {
      id: 'actions',
      header: formatMessage({ id: 'Dashboard_List_Actions' }),
      isHeadHidden: true,
      align: 'end',
      width: 56,
      card: 'value',
      cell: (dashboard) => <DashboardMenu dashboard={dashboard} />,
    },
  ];
}
