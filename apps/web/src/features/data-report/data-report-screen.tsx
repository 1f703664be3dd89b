import { AppError } from '@solvane/contract/errors';
import type { Site } from '@solvane/contract/fleet';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { replaceDevices } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './data-report.module.css';
import { dataReportQuery } from './data-report.queries.ts';
import { DeviceReport } from './device-report.tsx';
import { ReportSummary } from './report-summary.tsx';

export interface DataReportScreenProps {
  siteId: SiteId;
  /** Absent: the last year. */
  startMs: number | undefined;
  endMs: number | undefined;
}

const YEAR_MS = 366 * 86_400_000;

/** What became of the data of a site: what counts, what was removed by which rule, and what is missing, each with the way to mend it. */
export function DataReportScreen({ siteId, startMs, endMs }: DataReportScreenProps) {
  const { formatMessage, formatDate } = useIntl();
  const [openedMs] = useState(Date.now);
  const period = { startMs: startMs ?? (endMs ?? openedMs) - YEAR_MS, endMs: endMs ?? openedMs };
  const { allSites, status } = useFleet();
  const site = allSites.find((each) => each.siteId === siteId);
  const { data: report, error, refetch } = useQuery({ ...dataReportQuery(siteId, period), enabled: site !== undefined });
  const isMissing = (status === 'success' && !site) || (error instanceof AppError && error.code === 'resource.notFound');
  /** The metadata editor shows the selected devices. */
  const select = (segmentId: SegmentId): void => {
    if (site) replaceDevices({ [segmentId]: pickSite(site) });
  };
  const day = (ms: number): string => formatDate(ms, { dateStyle: 'medium', timeZone: report?.timezone ?? 'UTC' });
  return (
    <Screen
      title={report ? formatMessage({ id: 'DataReport_Title' }, { site: report.name }) : formatMessage({ id: 'Route_data-report' })}
      subtitle={
        report &&
        formatMessage({ id: 'DataReport_Period' }, { from: day(report.startMs), to: day(report.endMs - 1), zone: report.timezone })
      }
    >
      {isMissing ? (
        <EntityNotFound kind="site" />
      ) : error && !report ? (
        <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={() => void refetch()} />
      ) : !report ? (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : (
        <div className={classes.content}>
          <ReportSummary report={report} />
          {report.devices.map((device) => (
            <DeviceReport
              key={device.segmentId}
              device={device}
              timezone={report.timezone}
              onOpenMetadata={() => select(device.segmentId)}
            />
          ))}
        </div>
      )}
    </Screen>
  );
}

function pickSite({ siteSegmentId, enterpriseId, contractorEnterpriseIds }: Site) {
  return { siteSegmentId, enterpriseId, contractorEnterpriseIds };
}
