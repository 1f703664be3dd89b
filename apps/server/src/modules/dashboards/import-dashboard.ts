import {
  DASHBOARD_DOCUMENT_VERSION,
  type DashboardDocument,
  dashboardDocumentSchema,
  type dashboardEndpoints,
} from '@solvane/contract/dashboards';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError, type Issue } from '@solvane/contract/errors';
import { z } from 'zod';
import type { Caller } from '../../http/caller.ts';
import { TELL_MISSING, toIssues } from '../../http/issues.ts';
import { problem } from '../configuration/configuration-checks.ts';
import { newerWidgets, unknownWidgets, widgetProblems } from './dashboard-problems.ts';
import { type DashboardDeps, storeDashboard } from './dashboards.commands.ts';
import { findInScope, namedDevices, withoutHidden } from './named-devices.ts';

/** @throws AppError dashboards.generationFailed with all reasons; resource.notFound for an enterprise that is not the caller's */
export async function importDashboard(
  deps: DashboardDeps,
  caller: Caller,
  { enterpriseId, document: sent }: BodyOf<typeof dashboardEndpoints.import>,
): Promise<ResponseOf<typeof dashboardEndpoints.import>> {
  const { title, description, tags, template, widgets, defaults } = parseDocument(sent);
  const named = namedDevices({ widgets, defaults });
  const visible = await findInScope(deps.db, caller.scopeFor('ReadDashboard'), named);
  const content = withoutHidden({ widgets, defaults }, visible);
  const leftOut = named.size - visible.size;
  const dashboard = await storeDashboard(deps, caller, { enterpriseId, title, description, tags, template, templateId: null, ...content });
  return {
    dashboard,
    warnings: [
      ...unknownWidgets(widgets, ['document', 'widgets']),
      ...(leftOut > 0
        ? [{ ...problem('Dashboard_Problem_DevicesLeftOut', ['document'], { count: leftOut }), level: 'warning' as const }]
        : []),
    ],
  };
}

const headSchema = z.object({ format: z.literal('solvane.dashboard'), version: z.number() });

function parseDocument(sent: unknown): DashboardDocument {
  const head = headSchema.safeParse(sent);
  if (!head.success) throw failed([problem('Dashboard_Problem_NoDocument', ['document'])]);
  const { version } = head.data;
  // Before the rest is judged: a newer version may have another form.
  if (version > DASHBOARD_DOCUMENT_VERSION)
    throw failed([problem('Dashboard_Problem_NewerDocument', ['document', 'version'], { version, supported: DASHBOARD_DOCUMENT_VERSION })]);
  const parsed = dashboardDocumentSchema.safeParse(sent, TELL_MISSING);
  if (!parsed.success) throw failed(toIssues(parsed.error).map((issue) => ({ ...issue, path: ['document', ...issue.path] })));
  const path = ['document', 'widgets'];
  const problems = [...widgetProblems(parsed.data.widgets, path), ...newerWidgets(parsed.data.widgets, path)];
  if (problems.length > 0) throw failed(problems);
  return parsed.data;
}

function failed(issues: readonly Issue[]): AppError {
  return new AppError('dashboards.generationFailed', { issues });
}
