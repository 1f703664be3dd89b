import { TextInput } from '@mantine/core';
import { type DashboardId, dashboardEndpoints, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../../api/call.ts';
import { dashboardKeys, dashboardListQuery } from '../../../shared/dashboards/dashboards.queries.ts';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { useServerText } from '../../../shared/text/use-server-text.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import { withWidget } from './added-widget.ts';

/** Stands among the dashboards for one that is made. */
const NEW = 'new';

interface AddToDashboardDialogProps {
  widget: StoredWidget;
  size: readonly [number, number];
  onClose: () => void;
}

/** Puts what is drawn on a dashboard that the user may edit, below its other widgets. */
export default function AddToDashboardDialog({ widget, size, onClose }: AddToDashboardDialogProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const list = useQuery(dashboardListQuery());
  const editable = (list.data?.items ?? []).filter(({ can, templateId }) => can.edit && templateId === null);
  const { enterprises } = useFleet();
  const [chosen, setChosen] = useState<DashboardId | typeof NEW | null>(null);
  const [newTitle, setNewTitle] = useState('');
  const [title, setTitle] = useState('');
  const target = chosen ?? editable[0]?.dashboardId ?? NEW;
  const [enterprise] = enterprises;
  const isReady = list.isSuccess && (target !== NEW || (newTitle.trim() !== '' && enterprise !== undefined));
  const add = useAddWidget();
  const submit = (): void => {
    if (!isReady) return;
    const titled = { ...widget, settings: { ...widget.settings, ...(title.trim() !== '' && { title: title.trim() }) } };
    const place = target !== NEW ? { dashboardId: target } : enterprise && { enterpriseId: enterprise.id, title: newTitle.trim() };
    if (place) add.mutate({ place, widget: titled, size }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'DataStudio_AddToDashboard' })}
      submitLabel={formatMessage({ id: 'DataStudio_AddToDashboard_Submit' })}
      isDisabled={!isReady}
      isBusy={add.isPending}
      isEdited={title.trim() !== '' || newTitle.trim() !== ''}
      problem={add.error && <ErrorState error={add.error} isCommand onRetry={submit} />}
      onClose={onClose}
      onSubmit={submit}
    >
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <SelectField<string>
          label={formatMessage({ id: 'DataStudio_AddToDashboard_Which' })}
          isLabelHidden={false}
          isSearchable
          options={[
            ...editable.map((each) => ({
              value: each.dashboardId,
              label: each.titleKey === null ? each.title : serverText(each.titleKey),
            })),
            { value: NEW, label: formatMessage({ id: 'DataStudio_AddToDashboard_New' }) },
          ]}
          value={target}
          onChange={(value) => setChosen(value === null ? null : value === NEW ? NEW : dashboardIdSchema.parse(value))}
        />
      )}
      {list.data && target === NEW && (
        <TextInput
          label={formatMessage({ id: 'DataStudio_AddToDashboard_NewTitle' })}
          required
          maxLength={100}
          value={newTitle}
          autoComplete="off"
          onChange={({ currentTarget }) => setNewTitle(currentTarget.value)}
        />
      )}
      <TextInput
        label={formatMessage({ id: 'DataStudio_AddToDashboard_Title' })}
        placeholder={formatMessage({ id: 'DataStudio_AddToDashboard_TitleDefault' })}
        maxLength={100}
        value={title}
        autoComplete="off"
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
    </FormDialog>
  );
}

interface Addition {
  /** A dashboard that is there, or a new one. */
  place: { dashboardId: DashboardId } | { enterpriseId: EnterpriseId; title: string };
  widget: StoredWidget;
  size: readonly [number, number];
}

/** On top of the newest version: what others saved meanwhile stays. */
function useAddWidget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ place, widget, size }: Addition) => {
      const dashboard =
        'dashboardId' in place
          ? await call(dashboardEndpoints.get, { query: place })
          : await call(dashboardEndpoints.create, { body: { ...place, source: { kind: 'empty' } } });
      const { dashboardId, title, description, tags, template, defaults, widgets, revision } = dashboard;
      const added = withWidget(widgets, widget, { id: crypto.randomUUID(), size });
      return call(dashboardEndpoints.save, {
        body: { dashboardId, seenRevision: revision.id, title, description, tags, template, defaults, widgets: added },
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKeys.all }),
    meta: { isShownInPlace: true, doneMessage: 'DataStudio_AddToDashboard_Done' },
  });
}
