import { TextInput } from '@mantine/core';
import type { SegmentId } from '@solvane/contract/ids';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useSaveInvalidation } from './use-save-invalidation.ts';

export interface InvalidationDialogProps {
  devices: readonly { segmentId: SegmentId; name: string }[];
  quantities: readonly { apCode: string; name: string }[];
  startMs: number;
  endMs: number;
  /** Start and end in words, in the time of the site. */
  from: string;
  to: string;
  onClose: () => void;
}

const REASON_LENGTH = 500;

/** Declares the values of devices in a period invalid: which ones, and why. Nothing that arrived is deleted. */
export function InvalidationDialog({ devices, quantities, startMs, endMs, from, to, onClose }: InvalidationDialogProps) {
  const { formatMessage } = useIntl();
  const [segmentIds, setSegmentIds] = useState(devices.map(({ segmentId }) => segmentId));
  const [apCodes, setApCodes] = useState(quantities.map(({ apCode }) => apCode));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const save = useSaveInvalidation();
  const required = (isMissing: boolean) => isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' });
  const submit = (): void => {
    setChecked(true);
    if (segmentIds.length === 0 || apCodes.length === 0 || reason.trim() === '') return;
    save.mutate({ action: 'invalidate', segmentIds, apCodes, startMs, endMs, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={formatMessage({ id: 'Invalidation_Title' })}
      icon="danger"
      submitLabel={formatMessage({ id: 'Invalidation_Submit' }, { signals: segmentIds.length * apCodes.length })}
      isBusy={save.isPending}
      isEdited={reason.trim() !== ''}
      problem={save.error && <ErrorState error={save.error} isCommand onRetry={submit} />}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{formatMessage({ id: 'Invalidation_Consequence' }, { from, to })}</p>
      <MultiSelectField
        label={formatMessage({ id: 'Invalidation_Devices' })}
        isRequired
        isSearchable
        options={devices.map(({ segmentId, name }) => ({ value: segmentId, label: name }))}
        values={segmentIds}
        error={required(segmentIds.length === 0)}
        onChange={(next) => setSegmentIds([...next])}
      />
      <MultiSelectField
        label={formatMessage({ id: 'Invalidation_Signals' })}
        isRequired
        isSearchable
        options={quantities.map(({ apCode, name }) => ({ value: apCode, label: name }))}
        values={apCodes}
        error={required(apCodes.length === 0)}
        onChange={(next) => setApCodes([...next])}
      />
      <TextInput
        label={formatMessage({ id: 'Invalidation_Reason' })}
        required
        data-autofocus
        maxLength={REASON_LENGTH}
        value={reason}
        autoComplete="off"
        error={required(reason.trim() === '')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
