import { type Dashboard, dashboardEndpoints } from '@solvane/contract/dashboards';
import { LIMITS } from '@solvane/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { dashboardKeys } from '../../shared/dashboards/dashboards.queries.ts';

interface PropertiesDialogProps {
  dashboard: Dashboard;
  onClose: () => void;
}

const REFRESH_MINUTES = [0, 1, 5, 15] as const;

/** Title, description, tags and refresh of a dashboard. Its widgets stay as they are. */
export function PropertiesDialog({ dashboard, onClose }: PropertiesDialogProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { dashboardId, title, description, tags, template, defaults, revision } = dashboard;
  const save = useMutation({
    mutationFn: ({ refresh, ...stated }: { title: string; description: string; tags: readonly string[]; refresh: string }) => {
      const refreshMinutes = REFRESH_MINUTES.find((minutes) => String(minutes) === refresh) ?? defaults.refreshMinutes;
      return call(dashboardEndpoints.save, {
        body: {
          ...{ dashboardId, seenRevision: revision.id, template, widgets: null },
          ...{ ...stated, tags: [...stated.tags], defaults: { ...defaults, refreshMinutes } },
        },
      });
    },
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: dashboardKeys.all });
    },
    meta: { isShownInPlace: true },
  });
  return (
    <FieldsDialog
      title={formatMessage({ id: 'Dashboard_Properties' })}
      submitLabel={formatMessage({ id: 'Form_Save_Action' })}
      fields={[
        { name: 'title', label: formatMessage({ id: 'Dashboard_Title' }), isRequired: true },
        { name: 'description', label: formatMessage({ id: 'Dashboard_Description' }), maxLength: LIMITS.descriptionLength },
        { name: 'tags', label: formatMessage({ id: 'Dashboard_Tags' }), help: formatMessage({ id: 'Dashboard_Tags_Help' }) },
        {
          name: 'refresh',
          label: formatMessage({ id: 'Dashboard_Refresh' }),
          options: REFRESH_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: formatMessage({ id: 'Dashboard_Refresh_Minutes' }, { minutes }),
          })),
        },
      ]}
      initial={{ title, description, tags, refresh: String(defaults.refreshMinutes) }}
      save={save}
      onSubmit={(values) => save.mutate(values)}
      onClose={onClose}
    />
  );
}
