import { Select, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { AppError } from '@solvane/contract/errors';
import { type CodeSet, categorySetEnergyTypeSchema } from '@solvane/contract/event-codes';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useAccess } from '../../shared/access/session.queries.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { codeSetQuery } from './event-code-sets.queries.ts';
import { useSaveCodes } from './use-save-codes.ts';

interface CodeSetDialogProps {
  /** undefined: a new one. */
  set: CodeSet | undefined;
  onClose: () => void;
  onSaved: (setId: string) => void;
}

const EVERYBODY = 'everybody';

/** What a set is called, and which devices use it. */
export function CodeSetDialog({ set, onClose, onSaved }: CodeSetDialogProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const queryClient = useQueryClient();
  const { isProvider } = useAccess();
  const { enterprises, selectedIds } = useFleet();
  const [name, setName] = useState(set?.name ?? '');
  const [manufacturer, setManufacturer] = useState(set?.manufacturer ?? '');
  const [models, setModels] = useState<string[]>([...(set?.models ?? [])]);
  const [energyType, setEnergyType] = useState(set?.energyType ?? 'PVPlant');
  const [owner, setOwner] = useState<string | null>(set ? (set.enterpriseId ?? EVERYBODY) : (selectedIds[0] ?? null));
  const [isChecked, setChecked] = useState(false);
  const save = useSaveCodes();
  const issues = save.error instanceof AppError ? save.error.issues : [];
  const required = (text: string) => isChecked && text.trim() === '' && formatMessage({ id: 'Common_Validation_Required' });
  const issueOf = (field: string): string | undefined => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue && serverText(issue.message, issue.values);
  };
  const submit = async (): Promise<void> => {
    setChecked(true);
    if (name.trim() === '' || manufacturer.trim() === '' || owner === null) return;
    const known = set ? await queryClient.fetchQuery(codeSetQuery({ setId: set.id })) : undefined;
    save.mutate(
      {
        id: set?.id ?? null,
        enterpriseId: owner === EVERYBODY ? null : enterpriseIdSchema.parse(owner),
        name: name.trim(),
        manufacturer: manufacturer.trim(),
        models,
        energyType,
        ...(known && { seenRevision: known.revision.id }),
        codes: (known?.codes ?? []).flatMap(({ code, description, default: stated }) =>
          stated.category === null || stated.eventType === null
            ? []
            : [{ code, description, category: stated.category, eventType: stated.eventType, priority: stated.priority }],
        ),
      },
      {
        onSuccess: ({ id }) => {
          onClose();
          if (id !== undefined) onSaved(id);
        },
      },
    );
  };
  return (
    <FormDialog
      title={formatMessage({ id: set ? 'EventCodeSet_Edit' : 'EventCodeSet_New' })}
      submitLabel={formatMessage({ id: set ? 'EventCodeSet_Edit_Save' : 'EventCodeSet_Create' })}
      isBusy={save.isPending}
      isEdited={name !== (set?.name ?? '') || manufacturer !== (set?.manufacturer ?? '')}
      problem={save.error && issues.length === 0 && <ErrorState error={save.error} title="EventCodeSet_Save_Failed" />}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={formatMessage({ id: 'EventCodeSet_Name' })}
        maxLength={LIMITS.nameLength}
        value={name}
        error={required(name) || issueOf('name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        withAsterisk
        label={formatMessage({ id: 'EventCodeSet_Manufacturer' })}
        description={formatMessage({ id: 'EventCodeSet_Manufacturer_Help' })}
        maxLength={LIMITS.nameLength}
        value={manufacturer}
        error={required(manufacturer)}
        onChange={({ currentTarget }) => setManufacturer(currentTarget.value)}
      />
      <TagsInput
        label={formatMessage({ id: 'EventCodeSet_Models' })}
        description={formatMessage({ id: 'EventCodeSet_Models_Help' })}
        value={models}
        onChange={setModels}
      />
      <Select
        label={formatMessage({ id: 'EventCodeSet_EnergyType' })}
        description={formatMessage({ id: 'EventCodeSet_EnergyType_Help' })}
        allowDeselect={false}
        data={categorySetEnergyTypeSchema.options.map((value) => ({
          value,
          label: formatMessage({ id: `EventAction_CategorySet_${value}` }),
        }))}
        value={energyType}
        onChange={(value) => setEnergyType(categorySetEnergyTypeSchema.parse(value))}
      />
      <Select
        label={formatMessage({ id: 'EventCodeSet_Owner' })}
        disabled={set !== undefined}
        allowDeselect={false}
        data={[
          ...(isProvider ? [{ value: EVERYBODY, label: formatMessage({ id: 'EventCodeSet_ForEverybody' }) }] : []),
          ...enterprises.map(({ id, name: label }) => ({ value: id as string, label })),
        ]}
        value={owner}
        error={issueOf('enterpriseId')}
        onChange={setOwner}
      />
    </FormDialog>
  );
}
