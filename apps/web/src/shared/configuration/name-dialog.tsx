import { TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { useServerText } from '../text/use-server-text.ts';

interface NameDialogProps {
  title: string;
  submitLabel: string;
  initialName: string;
  help?: string | undefined;
  save: { error: Error | null; isPending: boolean };
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** The name of a configuration that is created, copied or renamed. A name that is taken is refused by the server. */
export function NameDialog({ title, submitLabel, initialName, help, save, onSubmit, onClose }: NameDialogProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [name, setName] = useState(initialName);
  const [isChecked, setChecked] = useState(false);
  const issue = save.error instanceof AppError ? save.error.issues[0] : undefined;
  const isMissing = name.trim() === '';
  const missing = isChecked && isMissing ? formatMessage({ id: 'Common_Validation_Required' }) : undefined;
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={save.isPending}
      isEdited={name !== initialName}
      problem={save.error && !issue && <ErrorState error={save.error} />}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (!isMissing) onSubmit(name.trim());
      }}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={formatMessage({ id: 'EventCodeSet_Name' })}
        description={help}
        maxLength={LIMITS.nameLength}
        value={name}
        error={missing ?? (issue && serverText(issue.message, issue.values))}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}
