import { AppError } from '@solvane/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../http/caller.ts';
import type { SeriesQuestion } from '../../../signals/signal-store.ts';
import type { AskedSeries } from './asked-series.ts';
import { prepareQuestion, type QueryDeps, type SignalValuesQuestion, toReadQuery } from './prepare-question.ts';

export const ARROW_TYPE = 'application/vnd.apache.arrow.stream';
/** No series has this number: it stands for a signal that a device does not have. */
const NO_SERIES = 0;

/**
 * The values of single devices straight from the engine. `series` counts signal by signal and in it device by device, as the question names them, also
 * those that have no value, so that the caller knows which is which.
 */
export async function sendArrow(
  deps: QueryDeps,
  caller: Caller,
  question: SignalValuesQuestion,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (question.treeAggregation !== 'device' || question.comparison)
    throw new AppError('request.invalid', { issues: [{ level: 'error', path: ['treeAggregation'], message: 'Signals_ArrowDevicesOnly' }] });
  const prepared = await prepareQuestion(deps, caller, question);
  const query = toReadQuery({ ...prepared, series: [] }, prepared.period, deps.now());
  const stream = await deps.signals.readArrow({ ...query, series: inOrder(question, prepared.series) });
  return reply.type(ARROW_TYPE).header('x-solvane-resolution', prepared.chosen.resolution).send(stream);
}

function inOrder({ segmentIds, signalIds }: SignalValuesQuestion, series: readonly AskedSeries[]): SeriesQuestion[] {
  const known = new Map(series.map(({ segment, definition, question }) => [`${segment.segmentId} ${definition.signalId}`, question]));
  const absent: SeriesQuestion = { series: NO_SERIES, kind: 'raw', zone: 'UTC', intervalMs: 600_000, aggregation: 'avg' };
  return signalIds.flatMap((signalId) => segmentIds.map((segmentId) => known.get(`${segmentId} ${signalId}`) ?? absent));
}
