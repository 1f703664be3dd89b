import { Button } from '@mantine/core';
import type { DataImportReport, MappingDraft, UploadedData } from '@solvane/contract/data-import';
import type { SegmentNode, Site } from '@solvane/contract/fleet';
import { IconCircleX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { DataReport } from './data-report.tsx';
import classes from './get-started.module.css';
import { checkData, deviceChoicesQuery, flattenTree, startImport } from './get-started.queries.ts';
import { type ImportedSite, ImportProgress } from './import-progress.tsx';
import { MappingColumns } from './mapping-columns.tsx';
import { hasDevice, toMapping, withoutDoubtsAt } from './mapping-draft.ts';
import { MappingRows } from './mapping-rows.tsx';
import { MappingTime } from './mapping-time.tsx';

/** The guess about a file, to be corrected; then what it would bring, and at last the import. */
export function MappedFile({ file, sites }: { file: UploadedData; sites: readonly Site[] }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const [draft, setDraft] = useState(file.mapping);
  const [doubts, setDoubts] = useState(file.doubts);
  const devices = useQuery(deviceChoicesQuery(sites.map(({ siteId }) => siteId)));
  const check = useMutation({ mutationFn: () => checkData(file.fileId, toMapping(draft)), meta: { isShownInPlace: true } });
  const start = useMutation({ mutationFn: () => startImport(file.fileId, toMapping(draft)), meta: { isShownInPlace: true } });
  const change = (next: MappingDraft, answered: readonly (string | number)[]): void => {
    setDraft(next);
    setDoubts(withoutDoubtsAt(doubts, answered));
    check.reset();
    start.reset();
  };
  const trees = devices.data?.segmentsBySiteId ?? {};
  const error = start.error ?? check.error ?? devices.error;
  const report = check.data?.report;
  const isOrderOpen = draft.time.format === 'dayOrMonthFirst';
  const isReady = hasDevice(draft) && draft.signals.length > 0 && !isOrderOpen;
  const part = { file, draft, doubts, onChange: change };
  return (
    <div className={classes.mapping}>
      <MappingTime {...part} />
      <MappingRows {...part} />
      <MappingColumns {...part} sites={sites} trees={trees} />
      {error && <ErrorState error={error} />}
      <ul className={classes.issues}>
        {check.data?.issues.map(({ path, message, values }) => (
          <li key={`${path.join('.')} ${message}`} data-level="error">
            <IconCircleX size={16} aria-hidden="true" />
            <span>
              {path.length > 0 && <b>{path.join(' › ')} </b>}
              {serverText(message, values)}
            </span>
          </li>
        ))}
      </ul>
      {report && <DataReport report={report} />}
      {start.data && <ImportProgress jobId={start.data.jobId} reports={report ? importedSites(report, sites, trees) : []} />}
      {!start.data && (
        <div className={classes.actions}>
          {!isReady && (
            <span className={classes.note}>
              {formatMessage({ id: isOrderOpen ? 'GetStarted_Mapping_OrderOpen' : 'GetStarted_Mapping_NotReady' })}
            </span>
          )}
          <Button variant={report ? 'default' : 'filled'} disabled={!isReady} loading={check.isPending} onClick={() => check.mutate()}>
            {formatMessage({ id: 'GetStarted_Check' })}
          </Button>
          {report && report.points > 0 && (
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              {formatMessage({ id: 'GetStarted_Import' }, { points: report.points })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Sites of the devices that the file has data of. */
function importedSites(
  { series, firstMs, lastMs }: DataImportReport,
  sites: readonly Site[],
  trees: Readonly<Record<string, { tree: SegmentNode | null }>>,
): ImportedSite[] {
  if (firstMs === null || lastMs === null) return [];
  const written = new Set(series.filter(({ points }) => points > 0).map(({ segmentId }) => segmentId));
  return sites
    .filter(({ siteId }) => flattenTree(trees[siteId]?.tree ?? null).some(({ id }) => written.has(id)))
    .map(({ siteId, name }) => ({ siteId, name, from: firstMs, to: lastMs + 1 }));
}
