import { TextInput } from '@mantine/core';
import { type DashboardId, dashboardEndpoints, dashboardIdSchema } from '@solvane/contract/dashboards';
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
import { withWidget } from './added-widget.ts';

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
  const [chosen, setChosen] = useState<DashboardId | null>(null);
  const [title, setTitle] = useState('');
  const dashboardId = chosen ?? editable[0]?.dashboardId ?? null;
  const add = useAddWidget();
  const submit = (): void => {
    if (dashboardId === null) return;
    const titled = { ...widget, settings: { ...widget.settings, ...(title.trim() !== '' && { title: title.trim() }) } };
    add.mutate({ dashboardId, widget: titled, size }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'DataStudio_AddToDashboard' })}
      submitLabel={formatMessage({ id: 'DataStudio_AddToDashboard_Submit' })}
      isDisabled={dashboardId === null}
      isBusy={add.isPending}
      isEdited={title.trim() !== ''}
      problem={add.error && <ErrorState error={add.error} isCommand onRetry={submit} />}
      onClose={onClose}
      onSubmit={submit}
    >
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && editable.length === 0 && <p>{formatMessage({ id: 'DataStudio_AddToDashboard_None' })}</p>}
      {editable.length > 0 && (
        <SelectField
          label={formatMessage({ id: 'DataStudio_AddToDashboard_Which' })}
          isLabelHidden={false}
          isSearchable
          options={editable.map((each) => ({
            value: each.dashboardId as string,
            label: each.titleKey === null ? each.title : serverText(each.titleKey),
          }))}
          value={dashboardId as string | null}
          onChange={(value) => setChosen(value === null ? null : dashboardIdSchema.parse(value))}
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
  dashboardId: DashboardId;
  widget: StoredWidget;
  size: readonly [number, number];
}

/** On top of the newest version: what others saved meanwhile stays. */
function useAddWidget() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ dashboardId, widget, size }: Addition) => {
      const { title, description, tags, template, defaults, widgets, revision } = await call(dashboardEndpoints.get, {
        query: { dashboardId },
      });
      const added = withWidget(widgets, widget, { id: crypto.randomUUID(), size });
      return call(dashboardEndpoints.save, {
        body: { dashboardId, seenRevision: revision.id, title, description, tags, template, defaults, widgets: added },
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKeys.all }),
    meta: { isShownInPlace: true, doneMessage: 'DataStudio_AddToDashboard_Done' },
  });
}
