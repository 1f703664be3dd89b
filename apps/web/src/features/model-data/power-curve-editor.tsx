import type { CurveTurbine, PowerCurveDetails } from '@solvane/contract/models';
import { powerCurveEndpoints } from '@solvane/contract/models';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationActions, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { useDeleteConfiguration } from '../../workspace/use-delete-configuration.tsx';
import { CurveComparison } from './curve-comparison.tsx';
import { CurveConditions } from './curve-conditions.tsx';
import { type CurveDraft, curveDrafts, problemsOf, settingOf, toContent, toItems, turbinesOf } from './curve-draft.ts';
import { CurveImpact } from './curve-impact.tsx';
import { CurvePoints } from './curve-points.tsx';
import { CurveTurbines } from './curve-turbines.tsx';
import classes from './model-data.module.css';
import { modelDataKeys, powerCurvesQuery, useSaveCurve } from './model-data.queries.ts';
import type { ModelDataSearch } from './model-data-search.ts';
import { useCurveTexts } from './use-curve-texts.ts';

interface PowerCurveEditorProps {
  stored: PowerCurveDetails;
  turbines: readonly CurveTurbine[];
  search: ModelDataSearch;
  onSearch: (search: ModelDataSearch, options?: { isNewPlace?: boolean }) => void;
}

/** A power curve as a draft, its picture beside others, and what a change would do to expected energy. */
export function PowerCurveEditor({ stored, turbines, search, onSearch }: PowerCurveEditorProps) {
  const { formatMessage, formatDate } = useIntl();
  const curves = useQuery(powerCurvesQuery());
  const own = useMemo(() => turbines.filter(({ enterpriseId }) => enterpriseId === stored.enterpriseId), [turbines, stored.enterpriseId]);
  const assigned = stored.segmentIds.flatMap((segmentId) => turbines.find((turbine) => turbine.segmentId === segmentId) ?? []);
  const zone = assigned[0]?.timezone ?? own[0]?.timezone ?? 'UTC';
  const texts = useCurveTexts(turbines, zone);
  const draft = useItemDraft({ drafts: curveDrafts, draftKey: stored.id, stored, itemsOf: toItems, texts });
  const [hasOpenRows, setOpenRows] = useState(false);
  const save = useSaveCurve();
  const { items } = draft;
  const canEdit = stored.can.edit;
  const chosen = new Set(turbinesOf(items));
  const steps = [...new Set(turbines.filter(({ segmentId }) => chosen.has(segmentId)).map(({ stepMinutes }) => stepMinutes))];
  const problems = problemsOf(items, steps);
  const isValid = problems.size === 0 && !hasOpenRows;
  const body = isValid ? { id: stored.id, enterpriseId: stored.enterpriseId, ...toContent(items) } : undefined;
  const name = settingOf(items, 'name').trim() || stored.name;
  return (
    <Screen
      fullBleed
      title={name}
      subtitle={formatMessage(
        { id: 'ModelData_ChangedBy' },
        { who: stored.uploadedBy, when: formatDate(stored.uploadedMs, { dateStyle: 'medium', timeStyle: 'short' }) },
      )}
      actions={<EditorActions stored={stored} draft={draft} onClose={() => onSearch({}, { isNewPlace: true })} />}
    >
      <div className={classes.page}>
        {!canEdit && <ConfigurationNote>{formatMessage({ id: 'ModelData_ReadOnly' })}</ConfigurationNote>}
        {stored.hiddenCount > 0 && (
          <ConfigurationNote>{formatMessage({ id: 'ModelData_Hidden' }, { count: stored.hiddenCount })}</ConfigurationNote>
        )}
        <div className={classes.columns}>
          <div className={classes.stack}>
            <CurveComparison
              openId={stored.id}
              name={name}
              items={items}
              curves={curves.data?.items ?? []}
              compared={search.compare ?? []}
              onCompare={(compare) => onSearch({ ...search, compare: compare.length === 0 ? undefined : compare })}
            />
            <CurveImpact
              body={body}
              turbines={turbines}
              before={stored.segmentIds}
              hasChanges={draft.changes.length > 0}
              canEdit={canEdit}
            />
          </div>
          <div className={classes.stack}>
            <CurveConditions draft={draft} problems={problems} canEdit={canEdit} zone={zone} steps={steps} />
            <CurveTurbines draft={draft} turbines={own} canEdit={canEdit} />
            <CurvePoints draft={draft} problems={problems} canEdit={canEdit} onOpenRows={setOpenRows} />
          </div>
        </div>
        <DraftControls
          draft={draft}
          searchKeys={['curve', 'show']}
          save={save}
          refusedTitle="ModelData_Refused"
          isDisabled={!canEdit || body === undefined}
          onSave={(request) => body && save.mutate({ ...body, ...request }, { onSuccess: draft.markSaved })}
        />
      </div>
    </Screen>
  );
}

interface EditorActionsProps {
  stored: PowerCurveDetails;
  draft: CurveDraft;
  onClose: () => void;
}

function EditorActions({ stored, draft, onClose }: EditorActionsProps) {
  const { formatMessage } = useIntl();
  const { id, name, can } = stored;
  const removal = useDeleteConfiguration({
    question: { title: 'ModelData_Delete_Title', message: 'ModelData_Delete_Message', values: { name }, label: 'ModelData_Delete' },
    seen: { revision: draft.base.revision, items: draft.versions.base },
    stored: { revision: stored.revision, items: draft.versions.theirs },
    texts: draft.texts,
    remove: (seenRevision) => call(powerCurveEndpoints.remove, { body: { id, seenRevision } }),
    changedKeys: [[...modelDataKeys.all, 'list']],
    onDeleted: () => {
      draft.discard();
      onClose();
    },
  });
  return (
    <>
      <HistoryButton
        draft={draft}
        queryKey={[...modelDataKeys.all, 'one', id]}
        list={(signal) => call(powerCurveEndpoints.versions, { body: { id }, signal })}
        load={async (version, signal) => toItems(await call(powerCurveEndpoints.version, { body: { id, version }, signal }))}
        canEdit={can.edit}
      />
      <ConfigurationActions
        actions={[
          can.edit && { label: formatMessage({ id: 'ModelData_Delete' }), run: removal.ask },
          { label: formatMessage({ id: 'ModelData_All' }), run: onClose },
        ]}
      />
      {removal.problems}
    </>
  );
}
