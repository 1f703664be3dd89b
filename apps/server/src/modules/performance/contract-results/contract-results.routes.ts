import { contractResultEndpoints } from '@solvane/contract/contract-results';
import type { FastifyInstance } from 'fastify';
import type { MessageBus } from '../../../db/message-bus.ts';
import { mount } from '../../../http/mount.ts';
import { exportIntervals } from './export-intervals.ts';
import { lockMonth, settleMonth, unlockMonth } from './lock-month.ts';
import { readMonthDetails } from './month-details.ts';
import { type ResultDeps, readContractMonths } from './months.ts';
import { previewTerms } from './preview-terms.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export function contractResultRoutes(app: FastifyInstance, deps: ResultDeps & { bus: MessageBus }): void {
  mount(app, contractResultEndpoints.months, async ({ caller, body }) => ({ items: await readContractMonths(deps, caller, body) }));
  mount(app, contractResultEndpoints.month, ({ caller, body }) => readMonthDetails(deps, caller, body));
  mount(app, contractResultEndpoints.lock, ({ caller, body }) => lockMonth(deps, caller, body));
  mount(app, contractResultEndpoints.unlock, ({ caller, body }) => unlockMonth(deps, caller, body));
  mount(app, contractResultEndpoints.settle, ({ caller, body }) => settleMonth(deps, caller, body));
  mount(app, contractResultEndpoints.preview, ({ caller, body }) => previewTerms(deps, caller, body));
  mount(app, contractResultEndpoints.export, async ({ caller, body, reply }) =>
    reply
      .type(XLSX)
      .header('content-disposition', `attachment; filename="intervals-${body.fromMonth}-${body.toMonth}.xlsx"`)
      .send(await exportIntervals(deps, caller, body)),
  );
}
