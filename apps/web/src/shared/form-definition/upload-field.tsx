import { fileEndpoints } from '@solvane/contract/shell';
import { useIntl } from 'react-intl';
import { uploadFile } from '../../api/post-form.ts';
import { FileDrop } from '../files/file-drop.tsx';
import { useFileUpload } from '../files/use-file-upload.ts';
import type { FieldProps } from './field-props.ts';

interface UploadFieldProps extends FieldProps {
  accepts: 'image' | 'csv';
  onChange: (fileId: string | null) => void;
}

const ACCEPT = { image: '.png,.jpg,.jpeg,.gif,.webp,.svg', csv: '.csv' };
const ENDPOINTS = { image: fileEndpoints.uploadImage, csv: fileEndpoints.uploadCsv };

/** Sends the file as soon as it is chosen: the form only carries its id. */
export function UploadField({ accepts, onChange, label, description, withAsterisk, error }: UploadFieldProps) {
  const { formatMessage } = useIntl();
  const { drop } = useFileUpload({
    send: async (file, options) => {
      const fileId = await uploadFile(ENDPOINTS[accepts], file, options);
      onChange(fileId);
      return fileId;
    },
    accept: ACCEPT[accepts],
  });
  const stated = { busy: 'Form_Upload_InProgress', refused: 'Form_Upload_Failed', done: 'Form_Upload_Done' } as const;
  const without = (act: () => void) => () => {
    onChange(null);
    act();
  };
  return (
    <FileDrop
      {...drop}
      label={label}
      help={description}
      error={error}
      isRequired={withAsterisk}
      files={drop.files.map((file) => ({
        ...file,
        message: [formatMessage({ id: stated[file.state] }), file.message].filter(Boolean).join('. '),
      }))}
      onFiles={(files) => {
        onChange(null);
        drop.onFiles(files);
      }}
      onCancel={without(drop.onCancel)}
      onRemove={without(drop.onRemove)}
    />
  );
}
