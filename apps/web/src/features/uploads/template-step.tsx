import { Button } from '@mantine/core';
import type { SiteId } from '@solvane/contract/ids';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { hasCsv } from '@solvane/contract/uploads/upload-sheets';
import { UPLOAD_LIMITS } from '@solvane/contract/uploads/uploads';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { MultiSelectField } from '../../shared/fields/select-field.tsx';
import { saveFile } from '../../shared/files/save-file.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './uploads.module.css';
import { fetchTemplate } from './uploads.queries.ts';

const OF_WIND: readonly UploadKind[] = ['powerCurves', 'referenceTurbines'];

/** A file to fill in, with the devices of the chosen sites and what is stored of them. */
export function TemplateStep({ kind }: { kind: UploadKind }) {
  const { formatMessage } = useIntl();
  const { allSites } = useFleet();
  const [siteIds, setSiteIds] = useState<readonly SiteId[]>([]);
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const sites = allSites.filter(
    ({ metadata: { energyType } }) => !OF_WIND.includes(kind) || energyType === 'Wind' || energyType === 'Hybrid',
  );
  const download = useMutation({
    mutationFn: async () =>
      saveFile(await fetchTemplate({ kind, siteIds: [...siteIds], format }), `${formatMessage({ id: `Upload_Kind_${kind}` })}.${format}`),
    meta: { failedMessage: 'Upload_Template_Failed' },
  });
  return (
    <div className={classes.form}>
      <p className={classes.note}>{formatMessage({ id: `Upload_Template_${kind}` })}</p>
      <MultiSelectField
        label={formatMessage({ id: 'Upload_Template_Sites' })}
        help={formatMessage({ id: 'Upload_Template_Sites_Help' })}
        values={siteIds}
        maxCount={UPLOAD_LIMITS.sitesPerTemplate}
        options={sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
        onChange={setSiteIds}
      />
      {hasCsv(kind) && (
        <Segments
          label={formatMessage({ id: 'Upload_Template_Format' })}
          value={format}
          options={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'csv', label: 'CSV' },
          ]}
          onChange={setFormat}
        />
      )}
      <Button variant="default" leftSection={<IconDownload size={15} />} loading={download.isPending} onClick={() => download.mutate()}>
        {formatMessage({ id: 'Upload_Template_Download' })}
      </Button>
    </div>
  );
}
