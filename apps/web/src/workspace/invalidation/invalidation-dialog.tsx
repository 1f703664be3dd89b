import { TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import type { InvalidationOrder } from '@solvane/contract/invalidations';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useSaveInvalidation } from './use-save-invalidation.ts';

export interface InvalidationDialogProps {
  /** Default: invalidate */
  action?: InvalidationOrder['action'];
  devices: readonly { segmentId: SegmentId; name: string }[];
  quantities: readonly { apCode: string; name: string }[];
  startMs: number;
  endMs: number;
  /** Start and end in words, in the time of the site. */
  from: string;
  to: string;
  /** Queries that also change. */
  changedKeys?: readonly QueryKey[];
  /** What it would change, below the fields. */
  effects?: (order: InvalidationOrder) => ReactNode;
  onClose: () => void;
}

const REASON_LENGTH = 500;

/** Declares the values of devices in a period invalid, or restores them: which ones, and why. Nothing that arrived is deleted. */
export function InvalidationDialog({ action = 'invalidate', devices, quantities, startMs, endMs, ...props }: InvalidationDialogProps) {
  const { from, to, changedKeys, effects, onClose } = props;
  const { formatMessage } = useIntl();
  const [segmentIds, setSegmentIds] = useState(devices.map(({ segmentId }) => segmentId));
  const [apCodes, setApCodes] = useState(quantities.map(({ apCode }) => apCode));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const save = useSaveInvalidation(action, changedKeys);
  const required = (isMissing: boolean) => isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' });
  const order: InvalidationOrder = { action, segmentIds, apCodes, startMs, endMs, reason };
  const isInvalidating = action === 'invalidate';
  const submit = (): void => {
    setChecked(true);
    if (segmentIds.length === 0 || apCodes.length === 0 || reason.trim() === '') return;
    save.mutate({ ...order, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={formatMessage({ id: isInvalidating ? 'Invalidation_Title' : 'Invalidation_Restore_Title' })}
      {...(isInvalidating && { icon: 'danger' as const })}
      submitLabel={formatMessage(
        { id: isInvalidating ? 'Invalidation_Submit' : 'Invalidation_Restore_Submit' },
        { signals: segmentIds.length * apCodes.length },
      )}
      isBusy={save.isPending}
      isEdited={reason.trim() !== ''}
      problem={save.error && <InvalidationProblem error={save.error} onRetry={submit} />}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{formatMessage({ id: isInvalidating ? 'Invalidation_Consequence' : 'Invalidation_Restore_Consequence' }, { from, to })}</p>
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
      {effects?.(order)}
    </FormDialog>
  );
}

/** Why nothing was saved: no permission, every issue the server found, or the failure of the request. */
function InvalidationProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { formatMessage } = useIntl();
  if (error instanceof AppError && error.code === 'access.forbidden')
    return <p role="alert">{formatMessage({ id: 'Invalidation_NotAllowed' })}</p>;
  if (error instanceof AppError && error.issues.length > 0) return <SaveProblems error={error} title="Invalidation_NotSaved" />;
  return <ErrorState error={error} isCommand onRetry={onRetry} />;
}
