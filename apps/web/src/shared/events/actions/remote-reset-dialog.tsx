import { Textarea } from '@mantine/core';
import type { Event } from '@solvane/contract/events';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../dialogs/form-dialog.tsx';

interface RemoteResetDialogProps {
  event: Event;
  isBusy: boolean;
  onClose: () => void;
  onReset: (reason: string) => void;
}

/** What will happen at the plant, and why it is wanted: a machine may start while someone stands beside it. */
export function RemoteResetDialog({ event: { deviceName, siteName }, isBusy, onClose, onReset }: RemoteResetDialogProps) {
  const { formatMessage } = useIntl();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const text = reason.trim();
  const submit = (): void => {
    setIsChecked(true);
    if (text !== '') onReset(text);
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'RemoteReset_Confirm_Title' }, { device: deviceName, site: siteName })}
      submitLabel={formatMessage({ id: 'RemoteReset_Ask' }, { device: deviceName })}
      isBusy={isBusy}
      isEdited={text !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{formatMessage({ id: 'RemoteReset_Confirm_Message' }, { device: deviceName })}</p>
      <Textarea
        rows={3}
        required
        label={formatMessage({ id: 'RemoteReset_Reason' })}
        value={reason}
        maxLength={LIMITS.descriptionLength}
        error={isChecked && text === '' && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
