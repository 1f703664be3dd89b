import { Button, FileInput } from '@mantine/core';
import { AppError, type Issue } from '@solvane/contract/errors';
import type { Site } from '@solvane/contract/fleet';
import { IconCircleX, IconFileUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './get-started.module.css';
import { uploadData } from './get-started.queries.ts';
import { MappedFile } from './mapped-file.tsx';

/** Measured data by file here and now, or by machines from now on. */
export function DataStep({ sites }: { sites: readonly Site[] }) {
  const { formatMessage } = useIntl();
  const [file, setFile] = useState<File | null>(null);
  const upload = useMutation({ mutationFn: (chosen: File) => uploadData(chosen), meta: { isShownInPlace: true } });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    upload.reset();
    if (chosen) upload.mutate(chosen);
  };
  return (
    <>
      <p className={classes.note}>{formatMessage({ id: 'GetStarted_Data_How' })}</p>
      <FileInput
        className={classes.file ?? ''}
        label={formatMessage({ id: 'GetStarted_Data_File' })}
        description={formatMessage({ id: 'GetStarted_Data_File_Help' })}
        placeholder={formatMessage({ id: 'GetStarted_File_Choose' })}
        accept=".csv,.txt,.tsv,.gz,.xlsx,.parquet"
        leftSection={<IconFileUpload size={16} aria-hidden="true" />}
        clearable
        clearButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Clear' }) }}
        value={file}
        onChange={choose}
      />
      <div role="status">{upload.isPending && <p className={classes.note}>{formatMessage({ id: 'GetStarted_Reading' })}</p>}</div>
      {upload.error && <ErrorState error={upload.error} isCommand onRetry={() => file && upload.mutate(file)} />}
      {upload.error instanceof AppError && <Refusal issues={upload.error.issues} />}
      {upload.data && <MappedFile key={upload.data.fileId} file={upload.data} sites={sites} />}
      {!upload.data && <ByMachine />}
    </>
  );
}

/** Why a file cannot be read, and what to do about it. */
function Refusal({ issues }: { issues: readonly Issue[] }) {
  const serverText = useServerText();
  return (
    <ul className={classes.issues}>
      {issues.map(({ message, values }) => (
        <li key={message} data-level="error">
          <IconCircleX size={16} aria-hidden="true" />
          <span>{serverText(message, values)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The other way in: a key for the logger, and the line that sends points with it. */
function ByMachine() {
  const { formatMessage } = useIntl();
  const access = useAccess();
  return (
    <div className={classes.machine}>
      <p className={classes.note}>{formatMessage({ id: 'GetStarted_Machine' })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard */}
      <pre className={classes.example} tabIndex={0}>
        {`curl ${window.location.origin}/api/ingest/points -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"series":[{"segmentId":"…","signal":"ActivePower","t":["2026-01-15T10:00:00Z"],"v":[1250]}]}'`}
      </pre>
      {hasPermission(access, 'AccessPublicApi') && (
        <Button variant="default" component={Link} to="/api-access">
          {formatMessage({ id: 'GetStarted_Machine_Key' })}
        </Button>
      )}
    </div>
  );
}
