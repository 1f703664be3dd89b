import { Button } from '@mantine/core';
import type { Upload } from '@solvane/contract/uploads/uploads';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { UploadFacts } from './upload-facts.tsx';
import classes from './uploads.module.css';
import { useUploadAction } from './uploads.queries.ts';

interface ConfirmStepProps {
  upload: Upload;
  onConfirmed: () => void;
}

/** What will change and what it recalculates, before anything does. */
export function ConfirmStep({ upload, onConfirmed }: ConfirmStepProps) {
  const { formatMessage } = useIntl();
  const confirm = useUploadAction('confirm');
  const cancel = useUploadAction('cancel');
  const { kind, can, warnings } = upload;
  return (
    <div className={classes.confirm}>
      <UploadFacts upload={upload} />
      {warnings > 0 && <ProblemBox tone="warn" title={formatMessage({ id: 'Upload_Confirm_Warnings' }, { count: warnings })} />}
      {kind === 'manualData' && <ProblemBox tone="warn" title={formatMessage({ id: 'Upload_NotReverted' })} />}
      {confirm.error && <ErrorState error={confirm.error} isCommand onRetry={() => confirm.mutate(upload.id)} />}
      <div className={classes.actions}>
        {can.cancel && (
          <Button variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate(upload.id, { onSuccess: onConfirmed })}>
            {formatMessage({ id: 'Upload_Cancel' })}
          </Button>
        )}
        <Button disabled={!can.confirm} loading={confirm.isPending} onClick={() => confirm.mutate(upload.id, { onSuccess: onConfirmed })}>
          {formatMessage({ id: 'Upload_Import' }, { count: (upload.change?.added ?? 0) + (upload.change?.replaced ?? 0) })}
        </Button>
      </div>
    </div>
  );
}
