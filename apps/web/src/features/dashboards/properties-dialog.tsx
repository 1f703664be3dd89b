import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { type Dashboard, dashboardEndpoints } from '@solvane/contract/dashboards';
import { LIMITS } from '@solvane/contract/limits';
import { CheckField } from '@solvane/ui/check-field';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { dashboardKeys } from '../../shared/dashboards/dashboards.queries.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StartFields } from './start-fields.tsx';

interface PropertiesDialogProps {
  dashboard: Dashboard;
  onClose: () => void;
}

const REFRESH_MINUTES = [0, 1, 5, 15] as const;

/** Title, description, tags, and what a dashboard begins with. Its widgets stay as they are. */
export function PropertiesDialog({ dashboard, onClose }: PropertiesDialogProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { dashboardId, revision } = dashboard;
  const [{ title, description, tags, template, defaults }, setEdited] = useState<Dashboard>(dashboard);
  const change = (changes: Partial<Dashboard>) => setEdited((before) => ({ ...before, ...changes }));
  const isEdited = [title, description, tags, template, defaults].some(
    (value, index) => value !== [dashboard.title, dashboard.description, dashboard.tags, dashboard.template, dashboard.defaults][index],
  );
  const save = useMutation({
    mutationFn: () =>
      call(dashboardEndpoints.save, {
        body: {
          ...{ dashboardId, seenRevision: revision.id, title: title.trim(), description, tags, defaults, widgets: null },
          template: template && { energyTypes: defaults.energyTypes },
        },
      }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: dashboardKeys.all });
    },
    meta: { isShownInPlace: true },
  });
  return (
    <FormDialog
      size="wide"
      title={formatMessage({ id: 'Dashboard_Properties' })}
      submitLabel={formatMessage({ id: 'Form_Save_Action' })}
      isBusy={save.isPending}
      isDisabled={title.trim() === ''}
      isEdited={isEdited}
      problem={save.error && <ErrorState error={save.error} isCommand />}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextInput
        withAsterisk
        data-autofocus
        label={formatMessage({ id: 'Dashboard_Title' })}
        value={title}
        maxLength={LIMITS.nameLength}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <Textarea
        autosize
        label={formatMessage({ id: 'Dashboard_Description' })}
        value={description}
        maxLength={LIMITS.descriptionLength}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <TagsInput
        label={formatMessage({ id: 'Dashboard_Tags' })}
        description={formatMessage({ id: 'Dashboard_Tags_Help' })}
        value={tags}
        onChange={(chosen) => change({ tags: chosen })}
      />
      <StartFields value={defaults} onChange={(start) => change({ defaults: { ...defaults, ...start } })} />
      <SelectField
        label={formatMessage({ id: 'Dashboard_Refresh' })}
        options={REFRESH_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: formatMessage({ id: 'Dashboard_Refresh_Minutes' }, { minutes }),
        }))}
        value={String(defaults.refreshMinutes)}
        onChange={(chosen) => {
          const refreshMinutes = REFRESH_MINUTES.find((minutes) => String(minutes) === chosen);
          if (refreshMinutes !== undefined) change({ defaults: { ...defaults, refreshMinutes } });
        }}
      />
      <CheckField
        label={formatMessage({ id: 'Dashboard_Template_Is' })}
        help={formatMessage({ id: 'Dashboard_Template_Is_Help' })}
        isChecked={template !== null}
        isDisabled={dashboard.templateId !== null}
        onChange={(isTemplate) => change({ template: isTemplate ? { energyTypes: defaults.energyTypes } : null })}
      />
    </FormDialog>
  );
}
