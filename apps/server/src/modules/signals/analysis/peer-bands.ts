import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { signalIdSchema } from '@solvane/contract/ids';
import type { signalAnalysisEndpoints } from '@solvane/contract/signal-analysis';
import { unitInCurrency } from '@solvane/energy/units/currency';
import { quantileBands } from '@solvane/series/bands';
import { and, eq, inArray } from 'drizzle-orm';
import { isOneOf } from '../../../db/is-one-of.ts';
import { segments as segmentTable } from '../../../db/schema/fleet.ts';
import type { Caller } from '../../../http/caller.ts';
import { prepareRequest, type QueryDeps, toReadQuery } from '../queries/prepare-request.ts';
import { getRequestedSegments } from '../queries/requested-segments.ts';
import { assertDeviceCount } from '../queries/requested-series.ts';

type Peers = ResponseOf<typeof signalAnalysisEndpoints.peers>;

const SHARES = [0.1, 0.5, 0.9];

/**
 * What devices of the same type at the same site did. All of them count, the named ones too: a band does not change with the selection.
 *
 * @throws AppError signals.tooManyDevices or tooManyDatapoints, of all peers together, before anything is read
 */
export async function readPeerBands(
  deps: QueryDeps,
  caller: Caller,
  { segmentIds, ...request }: BodyOf<typeof signalAnalysisEndpoints.peers>,
): Promise<Peers> {
  assertDeviceCount(segmentIds);
  const named = await getRequestedSegments(deps.directory, caller, segmentIds);
  const kinds = new Set(named.map(({ siteId, segmentType }) => `${siteId} ${segmentType}`));
  const rows = await deps.db
    .select({ id: segmentTable.id, siteId: segmentTable.siteId, segmentType: segmentTable.segmentType })
    .from(segmentTable)
    .where(
      and(
        isOneOf(segmentTable.siteId, new Set(named.map(({ siteId }) => siteId))),
        inArray(segmentTable.segmentType, [...new Set(named.map(({ segmentType }) => segmentType))]),
        eq(segmentTable.isDisabled, false),
      ),
    );
  const peerIds = rows.filter(({ siteId, segmentType }) => kinds.has(`${siteId} ${segmentType}`)).map(({ id }) => id);
  if (peerIds.length === 0) return { resolution: request.resolution, bands: [] };
  const body = { ...request, segmentIds: peerIds, aggregation: 'default' as const, treeAggregation: 'device' as const };
  const prepared = await prepareRequest(deps, caller, body);
  const { series: columns } =
    prepared.series.length === 0 ? { series: [] } : await deps.signals.read(toReadQuery(prepared, prepared.period, deps.now()));
  const groups = Map.groupBy(prepared.series.entries(), ([, { segment, definition }]) =>
    [segment.siteId, segment.segmentType, definition.signalId].join(' '),
  );
  const bands = [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const [, { segment, definition }] = first;
    const { timesMs, counts, quantiles } = quantileBands(
      members.flatMap(([index]) => columns[index] ?? []),
      SHARES,
    );
    const [p10, p50, p90] = quantiles.map((column) => Array.from(column));
    return {
      siteSegmentId: segment.siteSegmentId,
      segmentType: segment.segmentType,
      signalId: signalIdSchema.parse(definition.signalId),
      unit: unitInCurrency(definition.unit, segment.currency),
      timezone: segment.zone,
      devices: members.length,
      timesMs: Array.from(timesMs),
      counts: Array.from(counts),
      p10: p10 ?? [],
      p50: p50 ?? [],
      p90: p90 ?? [],
    };
  });
  return { resolution: prepared.chosen.resolution, bands };
}
