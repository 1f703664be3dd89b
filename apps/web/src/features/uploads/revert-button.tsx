import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { Upload } from '@solvane/contract/uploads/uploads';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { useUploadAction } from './uploads.queries.ts';

/** Asks, then restores what an import replaced. */
export function RevertButton({ upload, isSmall = false }: { upload: Upload; isSmall?: boolean }) {
  const { formatMessage } = useIntl();
  const [isAsking, setAsking] = useState(false);
  const revert = useUploadAction('revert');
  const { error } = revert;
  return (
    <>
      <Button size={isSmall ? 'xs' : 'sm'} variant={isSmall ? 'subtle' : 'default'} onClick={() => setAsking(true)}>
        {formatMessage({ id: 'Upload_Revert' })}
      </Button>
      {isAsking && (
        <FormDialog
          title={formatMessage({ id: 'Upload_Revert_Title' }, { file: upload.fileName })}
          submitLabel={formatMessage({ id: 'Upload_Revert' })}
          icon="danger"
          isDanger
          isBusy={revert.isPending}
          problem={
            error && (
              <ProblemBox
                title={formatMessage({
                  id: error instanceof AppError && error.code === 'resource.conflict' ? 'Upload_Revert_Changed' : 'Common_Error_Message',
                })}
              />
            )
          }
          onClose={() => setAsking(false)}
          onSubmit={() => revert.mutate(upload.id, { onSuccess: () => setAsking(false) })}
        >
          {formatMessage({ id: 'Upload_Revert_About' })}
        </FormDialog>
      )}
    </>
  );
}
