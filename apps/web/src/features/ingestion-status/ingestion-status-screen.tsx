import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { ingestionRows } from './ingestion-rows.ts';
import classes from './ingestion-status.module.css';
import { ingestionStatusQuery } from './ingestion-status.queries.ts';
import { RejectList } from './reject-list.tsx';
import { StatusTable } from './status-table.tsx';

/** What arrived, what waits and what was refused, site by site. */
export function IngestionStatusScreen() {
  const { formatMessage } = useIntl();
  const sites = useFleet();
  const status = useQuery(ingestionStatusQuery());
  const [open, setOpen] = useState<Site | null>(null);
  const error = sites.error ?? status.error;

  return (
    <Screen title={formatMessage({ id: 'Route_ingestion-status' })} subtitle={formatMessage({ id: 'Ingestion_Subtitle' })}>
      {error && !status.data ? (
        <ErrorState
          error={error}
          level="page"
          title="Common_Error_Query_Title"
          onRetry={() => {
            sites.refetch();
            void status.refetch();
          }}
        />
      ) : sites.status !== 'success' || !status.data ? (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      ) : (
        <div className={classes.content}>
          <StatusTable rows={ingestionRows(sites.sites, status.data.items)} nowMs={status.data.nowMs} open={open} onOpen={setOpen} />
          {open && <RejectList key={open.siteId} site={open} />}
        </div>
      )}
    </Screen>
  );
}
