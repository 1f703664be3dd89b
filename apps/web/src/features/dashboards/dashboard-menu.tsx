import { ActionIcon, Menu } from '@mantine/core';
import { type Dashboard, dashboardEndpoints, type ListedDashboard } from '@solvane/contract/dashboards';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { MessageKey } from '@solvane/i18n/messages';
import {
  IconCopy,
  IconDeviceTv,
  IconDots,
  IconDownload,
  IconHome,
  IconPrinter,
  IconSettings,
  IconStar,
  IconTrash,
  IconUnlink,
  IconUsers,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { dashboardKeys } from '../../shared/dashboards/dashboards.queries.ts';
import { saveFile } from '../../shared/files/save-file.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { usePrint } from '../../shared/widgets/use-print.ts';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { showNotice } from '../../workspace/notices.ts';
import { useDashboardTitle } from './dashboard-title.ts';
import { PropertiesDialog } from './properties-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

type MenuDashboard = Dashboard | ListedDashboard;

/** What can be done with a dashboard, from the list and from its own page. */
export function DashboardMenu({ dashboard }: { dashboard: MenuDashboard }) {
  const { formatMessage } = useIntl();
  const title = useDashboardTitle()(dashboard);
  const [isSharing, setSharing] = useState(false);
  const [hasProperties, setProperties] = useState(false);
  const { change, duplicate, download, remove, detach } = useDashboardActions(dashboard);
  const print = usePrint();
  const { enterprises } = useFleet();
  const nameOf = (id: EnterpriseId): string => enterprises.find((enterprise) => enterprise.id === id)?.name ?? id;
  const { dashboardId, isFavorite, isHome, can } = dashboard;
  const navigateTo = useNavigateTo();
  const openWallboard = (id: string): void => navigateTo('wallboard', {}, { search: { dashboards: [id] } });
  const item = (id: MessageKey) => formatMessage({ id });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'Dashboard_Actions' }, { title })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate(title)}>
            {item('Dashboard_Duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconStar size={16} />}
            onClick={() => change.mutate(() => call(dashboardEndpoints.setFavorite, { body: { dashboardId, isFavorite: !isFavorite } }))}
          >
            {item(isFavorite ? 'DevicePanel_Menu_RemoveFavorite' : 'DevicePanel_Menu_AddFavorite')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHome size={16} />}
            onClick={() => change.mutate(() => call(dashboardEndpoints.setHome, { body: { dashboardId: isHome ? null : dashboardId } }))}
          >
            {item(isHome ? 'Dashboard_Home_Reset' : 'Dashboard_Home_Set')}
          </Menu.Item>
          {can.setHomeOf.map((enterpriseId) => (
            <Menu.Item
              key={enterpriseId}
              leftSection={<IconHome size={16} />}
              onClick={() => change.mutate(() => call(dashboardEndpoints.setEnterpriseHome, { body: { enterpriseId, dashboardId } }))}
            >
              {formatMessage({ id: 'Dashboard_Home_SetOf' }, { enterprise: nameOf(enterpriseId) })}
            </Menu.Item>
          ))}
          {can.share && (
            <Menu.Item leftSection={<IconUsers size={16} />} onClick={() => setSharing(true)}>
              {item('Dashboard_Share')}
            </Menu.Item>
          )}
          {can.edit && 'revision' in dashboard && (
            <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setProperties(true)}>
              {item('Dashboard_Properties')}
            </Menu.Item>
          )}
          {can.edit && 'revision' in dashboard && dashboard.templateId !== null && (
            <Menu.Item leftSection={<IconUnlink size={16} />} onClick={() => detach.mutate(dashboard)}>
              {item('Dashboard_Detach')}
            </Menu.Item>
          )}
          {'revision' in dashboard && (
            <Menu.Item leftSection={<IconPrinter size={16} />} onClick={print}>
              {item('Dashboard_Print')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDeviceTv size={16} />} onClick={() => openWallboard(dashboardId)}>
            {item('Dashboard_Wallboard')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => download.mutate(title)}>
            {item('Dashboard_Export')}
          </Menu.Item>
          {can.remove && (
            <Menu.Item leftSection={<IconTrash size={16} />} color="danger" onClick={remove}>
              {item('Dashboard_Delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {hasProperties && 'revision' in dashboard && <PropertiesDialog dashboard={dashboard} onClose={() => setProperties(false)} />}
      {isSharing && <ShareDialog dashboardId={dashboardId} title={title} onClose={() => setSharing(false)} />}
    </>
  );
}

function useDashboardActions({ dashboardId, enterpriseId, title }: MenuDashboard) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const navigateTo = useNavigateTo();
  const { selectedIds } = useFleet();
  const renew = () => queryClient.invalidateQueries({ queryKey: dashboardKeys.all });
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: renew,
    meta: { failedMessage: 'Dashboard_Save_Failed' },
  });
  const duplicate = useMutation({
    mutationFn: (of: string) => {
      const owner = enterpriseId ?? selectedIds[0];
      if (owner === undefined) throw new RangeError('No enterprise is selected');
      const copied = { enterpriseId: owner, title: formatMessage({ id: 'Dashboard_CopyOf' }, { title: of }).slice(0, 100) };
      return call(dashboardEndpoints.create, { body: { ...copied, source: { kind: 'copy', dashboardId } } });
    },
    onSuccess: async (copy) => {
      await renew();
      navigateTo('dashboard', { dashboardId: copy.dashboardId });
    },
    meta: { failedMessage: 'Dashboard_Create_Failed' },
  });
  const download = useMutation({
    mutationFn: async (name: string) => {
      const document = await call(dashboardEndpoints.export, { query: { dashboardId } });
      saveFile(new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' }), `${name}.json`);
    },
    meta: { failedMessage: 'Dashboard_Export_Failed' },
  });
  const detach = useMutation({
    mutationFn: (shown: Dashboard) => {
      const { description, tags, template, defaults, revision, widgets } = shown;
      const content = { title: shown.title, description, tags, template, defaults, widgets };
      return call(dashboardEndpoints.save, { body: { dashboardId, seenRevision: revision.id, ...content } });
    },
    onSuccess: async () => {
      showNotice({ kind: 'success', title: 'Dashboard_Detached' });
      await renew();
    },
    meta: { failedMessage: 'Dashboard_Save_Failed' },
  });
  const remove = () =>
    confirmDelete({
      title: 'Dashboard_Delete_Title',
      message: 'Dashboard_Delete_Message',
      values: { title },
      label: 'Dashboard_Delete',
      run: async () => {
        await call(dashboardEndpoints.remove, { body: { dashboardId } });
        navigateTo('dashboards');
        // What is deleted may be in view until the list is there: asking for it again would fail.
        const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes(dashboardId);
        await queryClient.invalidateQueries({ queryKey: dashboardKeys.all, predicate: isOther });
      },
    });
  return { change, duplicate, download, remove, detach };
}
