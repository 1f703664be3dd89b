import { Button, Textarea } from '@mantine/core';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { hasCsv } from '@solvane/contract/uploads/upload-sheets';
import type { Upload } from '@solvane/contract/uploads/uploads';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import { type SendFile, useFileUpload } from '../../shared/files/use-file-upload.ts';
import classes from './uploads.module.css';
import { sendUpload } from './uploads.queries.ts';

interface FileStepProps {
  kind: UploadKind;
  onUploaded: (upload: Upload) => void;
}

/** A file by drag or choice, or rows pasted from a spreadsheet. */
export function FileStep({ kind, onUploaded }: FileStepProps) {
  const { formatMessage } = useIntl();
  const [pasted, setPasted] = useState('');
  const send: SendFile<Upload> = async (file, options) => {
    const upload = await sendUpload(kind, file, options);
    onUploaded(upload);
    return upload;
  };
  const upload = useFileUpload({ send, accept: hasCsv(kind) ? '.xlsx,.csv,.txt,.tsv' : '.xlsx' });
  const sendPasted = (): void => upload.drop.onFiles([new File([pasted], `${formatMessage({ id: 'Upload_Pasted' })}.csv`)]);
  return (
    <div className={classes.form}>
      <FileDrop label={formatMessage({ id: 'Upload_File' })} help={formatMessage({ id: `Upload_File_Help_${kind}` })} {...upload.drop} />
      {hasCsv(kind) && (
        <>
          <Textarea
            label={formatMessage({ id: 'Upload_Paste' })}
            description={formatMessage({ id: 'Upload_Paste_Help' })}
            inputWrapperOrder={['label', 'input', 'description']}
            value={pasted}
            onChange={({ currentTarget }) => setPasted(currentTarget.value)}
            autosize
            minRows={3}
            maxRows={8}
            spellCheck={false}
          />
          <Button variant="default" disabled={pasted.trim() === ''} onClick={sendPasted}>
            {formatMessage({ id: 'Upload_Paste_Send' })}
          </Button>
        </>
      )}
      {kind === 'manualData' && <p className={classes.note}>{formatMessage({ id: 'Upload_NotReverted' })}</p>}
    </div>
  );
}
