import { Button } from '@mantine/core';
import { type Dashboard, type DashboardId, dashboardIdSchema } from '@solvane/contract/dashboards';
import { AppError } from '@solvane/contract/errors';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useDraft } from '../../shared/configuration/draft-store.ts';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { WidgetTypes } from '../../shared/widgets/widget-types.tsx';
import { FocusChip } from '../../workspace/fleet/focus-chip.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { useDashboardTitle } from './dashboard-title.ts';
import { DashboardView, useDashboardPage, useSitesOf } from './dashboard-view.tsx';
import { dashboardDrafts } from './editor/edit-history.ts';

// Most readers never edit: the grid that can be dragged comes with the editor.
const DashboardEditor = lazy(() => import('./editor/dashboard-editor.tsx'));

interface DashboardScreenProps {
  dashboardId: string;
  library: WidgetLibrary;
  /** Chooses sites in the settings of a widget. */
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

/** One dashboard, to be read and edited. */
export function DashboardScreen({ dashboardId, ...parts }: DashboardScreenProps) {
  const id = dashboardIdSchema.safeParse(dashboardId);
  return id.success ? <KnownDashboard dashboardId={id.data} {...parts} /> : <NoDashboard />;
}

function KnownDashboard({ dashboardId, ...parts }: Omit<DashboardScreenProps, 'dashboardId'> & { dashboardId: DashboardId }) {
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const hasDraft = useDraft(dashboardDrafts, dashboardId) !== null;
  const [wantsEdit, setEdit] = useState(false);
  const titleOf = useDashboardTitle();
  const query = useQuery(dashboardQuery(dashboardId));
  if (query.error instanceof AppError && query.error.code === 'dashboards.notFound') return <NoDashboard />;
  const title = query.data ? titleOf(query.data) : formatMessage({ id: 'Route_dashboard' });
  const canEdit = query.data?.can.edit === true && !isPhone;
  const isEditing = canEdit && (wantsEdit || hasDraft);
  return (
    <Screen
      title={title}
      subtitle={query.data && <DashboardSubtitle dashboard={query.data} />}
      {...(canEdit && !isEditing && { breadcrumbActions: <EditButton onClick={() => setEdit(true)} /> })}
      {...(query.data && !isEditing && { actions: <DashboardMenu dashboard={query.data} /> })}
    >
      <QueryView query={query} level="page">
        {(dashboard) => (
          <OpenDashboard
            {...parts}
            dashboard={dashboard}
            isEditing={isEditing}
            onEdit={canEdit ? () => setEdit(true) : undefined}
            onDone={() => setEdit(false)}
          />
        )}
      </QueryView>
    </Screen>
  );
}

function DashboardSubtitle({ dashboard }: { dashboard: Dashboard }) {
  const { sites } = useFleet();
  return (
    <>
      {dashboard.description} <FocusChip sites={useSitesOf(dashboard, sites)} />
    </>
  );
}

function EditButton({ onClick }: { onClick: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <Button variant="default" size="xs" leftSection={<IconPencil size={14} />} onClick={onClick}>
      {formatMessage({ id: 'Dashboard_Edit' })}
    </Button>
  );
}

function NoDashboard() {
  const { formatMessage } = useIntl();
  return (
    <Screen title={formatMessage({ id: 'Route_dashboard' })} hideTitle>
      <EntityNotFound kind="dashboard" level="page" />
    </Screen>
  );
}

interface OpenDashboardProps extends Omit<DashboardScreenProps, 'dashboardId'> {
  dashboard: Dashboard;
  isEditing: boolean;
  /** Absent: this user cannot edit it. */
  onEdit: (() => void) | undefined;
  onDone: () => void;
}

function OpenDashboard({ dashboard, library, DeviceSelect, isEditing, onEdit, onDone }: OpenDashboardProps) {
  const page = useDashboardPage(dashboard);
  if (!isEditing || !page) return <DashboardView dashboard={dashboard} library={library} page={page} onEdit={onEdit} />;
  return (
    <Suspense>
      <WidgetTypes library={library}>
        {(registry) => (
          <DashboardEditor dashboard={dashboard} registry={registry} page={page} DeviceSelect={DeviceSelect} onDone={onDone} />
        )}
      </WidgetTypes>
    </Suspense>
  );
}
