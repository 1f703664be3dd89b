import { Button } from '@mantine/core';
import type { InvalidationOrder } from '@solvane/contract/invalidations';
import { LIMITS } from '@solvane/contract/limits';
import { dayBounds, localDayOf } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { impactQuery } from '../../shared/quality/impact.queries.ts';
import { ImpactTable } from '../../shared/quality/impact-table.tsx';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './data-invalidation.module.css';

/** What an invalidation would change at the site of the first device, on the days it touches: calculated when asked for. */
export function InvalidationEffects({ order }: { order: InvalidationOrder }) {
  const { formatMessage } = useIntl();
  const trees = useTrees();
  const { allSites } = useFleet();
  const [asked, setAsked] = useState<string | null>(null);
  const [segmentId] = order.segmentIds;
  const siteId = segmentId === undefined ? undefined : findNode(trees, segmentId)?.tree.siteId;
  const site = allSites.find((each) => each.siteId === siteId);
  const zone = site?.metadata.timezone ?? 'UTC';
  const first = localDayOf(order.startMs, zone);
  const last = Math.min(localDayOf(order.endMs - 1, zone), first + LIMITS.previewDays - 1);
  // A reason is needed to save, not to calculate.
  const trial = { ...order, reason: order.reason.trim() === '' ? '-' : order.reason };
  const of = JSON.stringify([order.action, order.segmentIds, order.apCodes]);
  const [apCode] = order.apCodes;
  const query = useQuery({
    ...impactQuery({
      siteId: siteId ?? ('' as never),
      startMs: dayBounds(first, zone).startMs,
      endMs: dayBounds(last, zone).endMs,
      signal: segmentId !== undefined && apCode !== undefined ? { segmentId, apCode } : null,
      trial: { kind: 'invalidation', body: { ...trial, reason: '-' } },
    }),
    enabled: siteId !== undefined && segmentId !== undefined && asked === of,
  });
  if (!site) return null;
  if (asked !== of)
    return (
      <Button variant="default" size="xs" onClick={() => setAsked(of)}>
        {formatMessage({ id: 'Invalidation_Preview' }, { site: site.name })}
      </Button>
    );
  return (
    <div className={classes.effects} aria-busy={query.isFetching}>
      {query.isFetching && <p role="status">{formatMessage({ id: 'QualityPreview_Calculating' })}</p>}
      <SaveProblems error={query.error} title="Invalidation_Preview_Failed" />
      {query.data && (
        <ImpactTable
          title={formatMessage({ id: 'Impact_On' }, { site: site.name })}
          before={query.data.before}
          after={query.data.after}
          isStale={query.isPlaceholderData}
        />
      )}
    </div>
  );
}
