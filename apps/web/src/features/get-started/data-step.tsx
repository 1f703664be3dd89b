import { Button } from '@mantine/core';
import type { Site } from '@solvane/contract/fleet';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import { useFileUpload } from '../../shared/files/use-file-upload.ts';
import classes from './get-started.module.css';
import { uploadData } from './get-started.queries.ts';
import { MappedFile } from './mapped-file.tsx';

/** Measured data by file here and now, or by machines from now on. */
export function DataStep({ sites }: { sites: readonly Site[] }) {
  const { formatMessage } = useIntl();
  const upload = useFileUpload({ send: uploadData, accept: '.csv,.txt,.tsv,.gz,.xlsx,.parquet' });
  return (
    <>
      <p className={classes.note}>{formatMessage({ id: 'GetStarted_Data_How' })}</p>
      <FileDrop
        label={formatMessage({ id: 'GetStarted_Data_File' })}
        help={formatMessage({ id: 'GetStarted_Data_File_Help' })}
        {...upload.drop}
      />
      {upload.data && <MappedFile key={upload.data.fileId} file={upload.data} sites={sites} />}
      {!upload.data && <ByMachine />}
    </>
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
