import { Button } from '@mantine/core';
import type { Upload } from '@solvane/contract/uploads/uploads';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './uploads.module.css';
import { useUploadAction } from './uploads.queries.ts';

/** What the server does with the file at the moment; it can be left and looked at again. */
export function ProgressStep({ upload, of }: { upload: Upload; of: 'validating' | 'importing' }) {
  const { formatMessage } = useIntl();
  const cancel = useUploadAction('cancel');
  if (upload.state !== of)
    return <p className={classes.note}>{formatMessage({ id: of === 'validating' ? 'Upload_Validated' : 'Upload_State_done' })}</p>;
  const label = formatMessage({ id: `Upload_State_${of}` });
  return (
    <div className={classes.form} role="status">
      <p className={classes.note}>{formatMessage({ id: `Upload_Working_${of}` })}</p>
      <progress className={classes.progress} aria-label={label} {...(upload.progress > 0 && { value: upload.progress })} />
      {upload.can.cancel && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(upload.id)}>
          {formatMessage({ id: 'Upload_Cancel' })}
        </Button>
      )}
      {cancel.error && <ErrorState error={cancel.error} isCommand onRetry={() => cancel.mutate(upload.id)} />}
    </div>
  );
}
