import type { Upload } from '@solvane/contract/uploads/uploads';
import { Facts } from '@solvane/ui/facts';
import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './uploads.module.css';

const SHOWN_SITES = 3;

/** The file, and what an import of it changes. */
export function UploadFacts({ upload }: { upload: Upload }) {
  return (
    <div className={classes.facts}>
      <FileFacts upload={upload} />
      <ChangeFacts upload={upload} />
    </div>
  );
}

function FileFacts({ upload: { uploadedAtMs, uploadedBy, bytes, sheets, fileName } }: { upload: Upload }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const rows = sheets.map((sheet) => formatNumber(sheet.rows)).join(', ');
  return (
    <Section title={formatMessage({ id: 'Upload_File' })} level={3} isFramed>
      <Facts
        facts={[
          { label: formatMessage({ id: 'Upload_File_Name' }), value: fileName },
          {
            label: formatMessage({ id: 'Upload_Uploaded' }),
            value: `${formatDate(uploadedAtMs, { dateStyle: 'medium', timeStyle: 'short' })}, ${uploadedBy}`,
          },
          {
            label: formatMessage({ id: 'Upload_File_Size' }),
            value: formatNumber(bytes / 1_000, { maximumFractionDigits: 0 }),
            unit: 'kB',
          },
          { label: formatMessage({ id: 'Upload_File_Rows' }), value: rows || null },
        ]}
      />
    </Section>
  );
}

function ChangeFacts({ upload: { kind, change, errors } }: { upload: Upload }) {
  const { formatMessage, formatNumber, formatDate } = useIntl();
  const { allSites } = useFleet();
  const names = change?.siteIds.map((siteId) => allSites.find((site) => site.siteId === siteId)?.name ?? siteId) ?? [];
  const more = names.length - SHOWN_SITES;
  const day = (instantMs: number | null, open: 'Upload_NoStart' | 'Upload_NoEnd') =>
    instantMs === null ? formatMessage({ id: open }) : formatDate(instantMs, { dateStyle: 'medium' });
  const reason = formatMessage({ id: errors > 0 ? 'Upload_Change_AfterCorrection' : 'Upload_Problem_Validating' });
  return (
    <Section title={formatMessage({ id: 'Upload_Change' })} level={3} isFramed>
      <Facts
        facts={[
          {
            label: formatMessage({ id: `Upload_Change_${kind}` }),
            value: change && formatMessage({ id: 'Upload_Change_Counts' }, { added: change.added, replaced: change.replaced }),
            reason,
          },
          ...(kind === 'budgets'
            ? []
            : [{ label: formatMessage({ id: 'Upload_Change_Devices' }), value: change && formatNumber(change.devices), reason }]),
          {
            label: formatMessage({ id: 'Upload_Change_Sites' }),
            value:
              change &&
              (more > 0
                ? formatMessage({ id: 'Upload_Change_MoreSites' }, { names: names.slice(0, SHOWN_SITES).join(', '), more })
                : names.join(', ')),
            reason,
          },
          {
            label: formatMessage({ id: 'Upload_Change_Recalculates' }),
            value: change && `${day(change.startMs, 'Upload_NoStart')} – ${day(change.endMs, 'Upload_NoEnd')}`,
            reason,
          },
          {
            label: formatMessage({ id: 'Upload_Revert' }),
            value: formatMessage({ id: kind === 'manualData' ? 'Upload_Revert_Never' : 'Upload_Revert_Possible' }),
          },
        ]}
      />
    </Section>
  );
}
