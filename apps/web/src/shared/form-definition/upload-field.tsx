import { FileInput } from '@mantine/core';
import { fileEndpoints } from '@solvane/contract/shell';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { uploadFile } from '../../api/post-form.ts';
import type { FieldProps } from './field-props.ts';
import classes from './form.module.css';

interface UploadFieldProps extends FieldProps {
  accepts: 'image' | 'csv';
  fileId: string | null;
  onChange: (fileId: string | null) => void;
}

const ACCEPT = { image: 'image/png,image/jpeg,image/gif,image/webp', csv: '.csv,text/csv' };
const ENDPOINTS = { image: fileEndpoints.uploadImage, csv: fileEndpoints.uploadCsv };

/** Sends the file as soon as it is chosen: the form only carries its id. */
export function UploadField({ accepts, fileId, onChange, error, ...field }: UploadFieldProps) {
  const { formatMessage } = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({
    mutationFn: (chosen: File) => uploadFile(ENDPOINTS[accepts], chosen),
    onSuccess: onChange,
    meta: { isShownInPlace: true },
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    onChange(null);
    upload.reset();
    if (chosen) upload.mutate(chosen);
  };
  return (
    <div className={classes.item}>
      <FileInput
        {...field}
        // Its name is the field's and what is chosen.
        aria-labelledby={`${field.id}-label ${field.id}`}
        accept={ACCEPT[accepts]}
        value={file}
        clearable
        placeholder={formatMessage({ id: 'Form_Upload_Choose' })}
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        error={upload.isError ? formatMessage({ id: 'Form_Upload_Failed' }) : error}
        onChange={choose}
      />
      <p className={classes.uploadState} role="status">
        {upload.isPending && formatMessage({ id: 'Form_Upload_InProgress' })}
        {fileId !== null && formatMessage({ id: 'Form_Upload_Done' })}
      </p>
    </div>
  );
}
