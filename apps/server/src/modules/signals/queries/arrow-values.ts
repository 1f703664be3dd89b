import { AppError } from '@solvane/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../http/caller.ts';
import { dataHorizon } from '../../../signals/data-horizon.ts';
import type { SeriesQuery } from '../../../signals/signal-reader.ts';
import { isDerived } from '../derived/read-derived.ts';
import { prepareRequest, type QueryDeps, type SignalValuesBody, toReadQuery } from './prepare-request.ts';
import type { RequestedSeries } from './requested-series.ts';

export const ARROW_TYPE = 'application/vnd.apache.arrow.stream';
/** No series has this number: it stands for a signal that a device does not have. */
const NO_SERIES = 0;

/**
 * The values of single devices straight from the engine. `series` counts signal by signal and in it device by device, as the request names them, also
 * those that have no value, so that the caller knows which is which.
 */
export async function sendArrow(deps: QueryDeps, caller: Caller, request: SignalValuesBody, reply: FastifyReply): Promise<FastifyReply> {
  if (request.treeAggregation !== 'device' || request.comparison || isDerived(request))
    throw new AppError('request.invalid', { issues: [{ level: 'error', path: ['treeAggregation'], message: 'Signals_ArrowDevicesOnly' }] });
  const prepared = await prepareRequest(deps, caller, request);
  const query = toReadQuery({ ...prepared, series: [] }, prepared.period, dataHorizon(deps.now()));
  const stream = await deps.signals.readArrow({ ...query, series: inOrder(request, prepared.series) });
  return reply.type(ARROW_TYPE).header('x-solvane-resolution', prepared.chosen.resolution).send(stream);
}

function inOrder({ segmentIds, signalIds }: SignalValuesBody, series: readonly RequestedSeries[]): SeriesQuery[] {
  const known = new Map(series.map(({ segment, definition, query }) => [`${segment.segmentId} ${definition.signalId}`, query]));
  const absent: SeriesQuery = { series: NO_SERIES, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'avg' };
  return signalIds.flatMap((signalId) => segmentIds.map((segmentId) => known.get(`${segmentId} ${signalId}`) ?? absent));
}
