import { Button, Progress } from '@mantine/core';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { QualityContent } from '@solvane/contract/quality';
import { BACKTEST_DAYS, qualityImpactEndpoints } from '@solvane/contract/quality-impact';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { backtestQuery } from '../../shared/quality/impact.queries.ts';
import { ImpactTable } from '../../shared/quality/impact-table.tsx';
import classes from './quality-preview.module.css';

interface BacktestPanelProps {
  site: Site;
  content: QualityContent;
  signal: BodyOf<typeof qualityImpactEndpoints.startBacktest>['signal'];
}

/** The last months of a site with the edited rules: a job with its progress, which can be cancelled. */
export function BacktestPanel({ site, content, signal }: BacktestPanelProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const [started, setStarted] = useState<{ backtestId: string; of: string } | null>(null);
  const of = JSON.stringify([content, signal]);
  const start = useMutation({
    mutationFn: () => call(qualityImpactEndpoints.startBacktest, { body: { siteId: site.siteId, signal, content } }),
    onSuccess: ({ backtestId }) => setStarted({ backtestId, of }),
    meta: { isShownInPlace: true },
  });
  const cancel = useMutation({
    mutationFn: (backtestId: string) => call(qualityImpactEndpoints.cancelBacktest, { body: { backtestId } }),
    onSuccess: (backtest) => queryClient.setQueryData(backtestQuery(backtest.backtestId).queryKey, backtest),
    meta: { failedMessage: 'Backtest_CancelFailed' },
  });
  const { data } = useQuery({ ...backtestQuery(started?.backtestId ?? ''), enabled: started !== null });
  const isRunning = start.isPending || (started !== null && (data === undefined || data.state === 'running'));
  const isOlder = started !== null && started.of !== of;
  return (
    <section className={classes.backtest} aria-label={formatMessage({ id: 'Backtest_Title' }, { days: BACKTEST_DAYS })}>
      <header>
        <h3>{formatMessage({ id: 'Backtest_Title' }, { days: BACKTEST_DAYS })}</h3>
        {isRunning ? (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={started === null}
            onClick={() => started && cancel.mutate(started.backtestId)}
          >
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => start.mutate()}>
            {formatMessage({ id: 'Backtest_Start' }, { site: site.name })}
          </Button>
        )}
      </header>
      <SaveProblems error={start.error} title="Backtest_Failed" />
      {isRunning && (
        <div role="status">
          <Progress
            aria-label={formatMessage({ id: 'Backtest_Progress' }, { done: data?.doneDays ?? 0, total: data?.days ?? BACKTEST_DAYS })}
            value={data ? (100 * data.doneDays) / data.days : 0}
          />
          <p className={classes.note}>
            {formatMessage({ id: 'Backtest_Progress' }, { done: data?.doneDays ?? 0, total: data?.days ?? BACKTEST_DAYS })}
          </p>
        </div>
      )}
      {data?.state === 'cancelled' && (
        <p className={classes.note}>{formatMessage({ id: 'Backtest_CancelledAfter' }, { done: data.doneDays })}</p>
      )}
      {data?.state === 'failed' && <p role="alert">{formatMessage({ id: 'Backtest_Failed' })}</p>}
      {isOlder && !isRunning && data?.result && <p className={classes.note}>{formatMessage({ id: 'Backtest_Older' })}</p>}
      {data?.result && (
        <ImpactTable
          title={formatMessage({ id: 'Backtest_On' }, { site: site.name, days: data.doneDays })}
          before={data.result.before}
          after={data.result.after}
          isStale={isOlder || isRunning}
        />
      )}
    </section>
  );
}
