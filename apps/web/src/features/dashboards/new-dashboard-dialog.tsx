import { TextInput } from '@mantine/core';
import { type Dashboard, dashboardEndpoints, dashboardIdSchema, type ListedDashboard } from '@solvane/contract/dashboards';
import { AppError } from '@solvane/contract/errors';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { ProblemBox } from '@solvane/ui/problem-box';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { Segments } from '../../shared/controls/segments.tsx';
import { dashboardKeys, dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { toErrorText } from '../../shared/states/error-text.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { showNotice } from '../../workspace/notices.ts';
import { useDashboardTitle } from './dashboard-title.ts';
import { type DashboardStart, StartFields } from './start-fields.tsx';

const SOURCES = ['empty', 'template', 'file'] as const;
type Source = (typeof SOURCES)[number];

interface NewDashboardDialogProps {
  dashboards: readonly ListedDashboard[];
  onClose: () => void;
}

interface Wanted {
  source: Source;
  title: string;
  enterpriseId: string | null;
  templateId: string | null;
  file: File | null;
  /** Of one from a template: null begins as the template does. */
  start: DashboardStart | null;
}

/** A new dashboard: empty, from a template whose changes it follows, or from an exported file. */
export function NewDashboardDialog({ dashboards, onClose }: NewDashboardDialogProps) {
  const { formatMessage } = useIntl();
  const titleOf = useDashboardTitle();
  const { enterprises, selectedIds } = useFleet();
  const [wanted, setWanted] = useState<Wanted>({
    source: 'empty',
    title: '',
    enterpriseId: selectedIds[0] ?? null,
    templateId: null,
    file: null,
    start: null,
  });
  const { source, title, enterpriseId, templateId, file, start } = wanted;
  const change = (changes: Partial<Wanted>) => setWanted({ ...wanted, ...changes });
  const create = useCreateDashboard(onClose);
  const templates = dashboards.filter(({ template }) => template !== null);
  const isReady =
    enterpriseId !== null && (source === 'file' ? file !== null : title.trim() !== '' && (source === 'empty' || templateId !== null));
  return (
    <FormDialog
      title={formatMessage({ id: 'Dashboard_New' })}
      submitLabel={formatMessage({ id: 'Dashboard_New_Submit' })}
      isBusy={create.isPending}
      isDisabled={!isReady}
      isEdited={title !== '' || file !== null}
      problem={create.error && <CreateProblem error={create.error} />}
      onClose={onClose}
      onSubmit={() => create.mutate(wanted)}
    >
      <Segments
        isWide
        label={formatMessage({ id: 'Dashboard_New_Source' })}
        value={source}
        options={SOURCES.map((value) => ({ value, label: formatMessage({ id: `Dashboard_New_Source_${value}` }) }))}
        onChange={(next) => change({ source: next })}
      />
      {source !== 'file' && (
        <TextInput
          withAsterisk
          data-autofocus
          label={formatMessage({ id: 'Dashboard_Title' })}
          value={title}
          maxLength={LIMITS.nameLength}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
      )}
      {source === 'template' && (
        <SelectField
          isRequired
          label={formatMessage({ id: 'Dashboard_New_Template' })}
          help={formatMessage({ id: 'Dashboard_New_Template_Help' })}
          options={templates.map((each) => ({ value: String(each.dashboardId), label: titleOf(each) }))}
          value={templateId}
          onChange={(value) => change({ templateId: value, start: null })}
        />
      )}
      {source === 'template' && templateId !== null && (
        <TemplateStart templateId={templateId} start={start} onChange={(next) => change({ start: next })} />
      )}
      {source === 'file' && (
        <FileDrop
          label={formatMessage({ id: 'Dashboard_New_File' })}
          accept=".json"
          files={file ? [{ id: file.name, name: file.name, sizeBytes: file.size, state: 'done' }] : []}
          onFiles={([chosen]) => change({ file: chosen ?? null })}
          onRemove={() => change({ file: null })}
        />
      )}
      {enterprises.length > 1 && (
        <SelectField
          isRequired
          label={formatMessage({ id: 'Dashboard_Enterprise' })}
          options={enterprises.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={enterpriseId}
          onChange={(value) => change({ enterpriseId: value })}
        />
      )}
    </FormDialog>
  );
}

interface TemplateStartProps {
  templateId: string;
  start: DashboardStart | null;
  onChange: (start: DashboardStart) => void;
}

/** The form of a template: for which sites and which period. */
function TemplateStart({ templateId, start, onChange }: TemplateStartProps) {
  const query = useQuery(dashboardQuery(dashboardIdSchema.parse(templateId)));
  return <QueryView query={query}>{({ defaults }) => <StartFields value={start ?? defaults} onChange={onChange} />}</QueryView>;
}

function useCreateDashboard(onClose: () => void) {
  const queryClient = useQueryClient();
  const navigateTo = useNavigateTo();
  return useMutation({
    mutationFn: async ({ source, title, enterpriseId: owner, templateId, file, start }: Wanted) => {
      const enterpriseId = enterpriseIdSchema.parse(owner);
      if (source === 'file' && file) return call(dashboardEndpoints.import, { body: { enterpriseId, document: await readDocument(file) } });
      const from = source === 'template' ? { kind: 'template' as const, dashboardId: templateId ?? '' } : { kind: 'empty' as const };
      const dashboard = await call(dashboardEndpoints.create, { body: { enterpriseId, title: title.trim(), source: from } });
      return { dashboard: start && source === 'template' ? await begin(dashboard, start) : dashboard, warnings: [] };
    },
    onSuccess: async ({ dashboard, warnings }) => {
      for (const { message, values = {} } of warnings)
        showNotice({ kind: 'warning', title: 'Dashboard_Imported', message: message as 'Dashboard_Problem_UnknownWidget', values });
      onClose();
      await queryClient.invalidateQueries({ queryKey: dashboardKeys.list });
      navigateTo('dashboard', { dashboardId: dashboard.dashboardId });
    },
    meta: { isShownInPlace: true },
  });
}

/** The dashboard follows its template; only what it begins with is its own. */
function begin(dashboard: Dashboard, start: DashboardStart): Promise<Dashboard> {
  const { dashboardId, title, description, tags, template, defaults, revision } = dashboard;
  return call(dashboardEndpoints.save, {
    body: {
      dashboardId,
      seenRevision: revision.id,
      title,
      description,
      tags,
      template,
      defaults: { ...defaults, ...start },
      widgets: null,
    },
  });
}

/** @throws AppError dashboards.generationFailed, as the server says it of what is no dashboard */
async function readDocument(file: File): Promise<unknown> {
  if (file.size > LIMITS.dashboardBytes) throw new AppError('request.tooLarge');
  try {
    return JSON.parse(await file.text());
  } catch (cause) {
    const issues = [{ level: 'error' as const, path: ['document'], message: 'Dashboard_Problem_NoDocument' }];
    throw new AppError('dashboards.generationFailed', { issues, cause });
  }
}

function CreateProblem({ error }: { error: Error }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { title, message, values } = toErrorText(error, 'part');
  const issues = error instanceof AppError ? error.issues : [];
  return (
    <ProblemBox
      title={formatMessage({ id: title })}
      problems={issues.map((issue) => ({ id: `${issue.path.join()} ${issue.message}`, text: serverText(issue.message, issue.values) }))}
    >
      {issues.length === 0 && formatMessage({ id: message }, values)}
    </ProblemBox>
  );
}
