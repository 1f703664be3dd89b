import type { Site } from '@solvane/contract/fleet';
import { referenceTurbineEndpoints } from '@solvane/contract/models';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationActions, ConfigurationEditor, ConfigurationUses } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { EffectiveDate } from '../../shared/configuration/effective-date.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import {
  changedRows,
  laterDays,
  neighboursOf,
  type References,
  referenceDrafts,
  referencesOn,
  suggestedFor,
  toRanked,
} from './reference-draft.ts';
import { ReferenceImpact } from './reference-impact.tsx';
import { ReferenceTable } from './reference-table.tsx';
import { referenceKeys, turbineSimilarityQuery, useSaveReferences } from './reference-turbines.queries.ts';
import { useReferenceTexts } from './use-reference-texts.ts';

interface ReferenceEditorProps {
  site: Site;
  stored: References;
  /** undefined: today. */
  from: string | undefined;
  onFrom: (from: string) => void;
}

/** The turbines of a site with their references, from a day on. */
export function ReferenceEditor({ site, stored, from, onFrom }: ReferenceEditorProps) {
  const { siteId, name, metadata } = site;
  const { formatMessage } = useIntl();
  const { turbines } = stored;
  const day = from ?? toIsoDate(localDayOf(Date.now(), metadata.timezone ?? 'UTC'));
  const texts = useReferenceTexts(turbines);
  const itemsOf = useCallback((references: Pick<References, 'rows' | 'turbines'>) => referencesOn(references, day), [day]);
  const draft = useItemDraft({ drafts: referenceDrafts, draftKey: `${siteId} ${day}`, stored, itemsOf, texts });
  const save = useSaveReferences();
  const later = laterDays(stored, day);
  const { data: similarity } = useQuery(turbineSimilarityQuery(siteId));
  const suggest = (by: 'distance' | 'correlation'): void =>
    draft.change((items) =>
      items.map((item) => {
        const turbine = turbines.find(({ segmentId }) => segmentId === item.id);
        if (!turbine || item.ranked !== '') return item;
        return { ...item, ranked: toRanked(suggestedFor(neighboursOf(turbine, turbines, similarity), by)) };
      }),
    );
  return (
    <ConfigurationEditor
      name={name}
      title={name}
      detail={formatMessage({ id: 'ReferenceTurbines_Detail' }, { count: turbines.length })}
      actions={
        <>
          <HistoryButton
            draft={draft}
            queryKey={[...referenceKeys.all, siteId]}
            list={(signal) => call(referenceTurbineEndpoints.versions, { body: { siteId }, signal })}
            load={async (version, signal) => {
              const { rows } = await call(referenceTurbineEndpoints.version, { body: { siteId, version }, signal });
              return itemsOf({ rows, turbines });
            }}
            canEdit
          />
          <ConfigurationActions
            actions={[
              { label: formatMessage({ id: 'ReferenceTurbines_Suggest' }), run: () => suggest('distance') },
              similarity !== undefined && {
                label: formatMessage({ id: 'ReferenceTurbines_Suggest_Alike' }),
                run: () => suggest('correlation'),
              },
            ]}
          />
        </>
      }
    >
      <EffectiveDate value={day} onChange={onFrom} />
      {later.length > 0 && (
        <ConfigurationUses warning={draft.changes.length === 0 ? undefined : formatMessage({ id: 'ReferenceTurbines_Later_Warning' })}>
          {formatMessage({ id: 'ReferenceTurbines_Later' }, { days: later.join(', ') })}
        </ConfigurationUses>
      )}
      <ReferenceTable
        items={draft.items}
        turbines={turbines}
        similarity={similarity}
        onChange={(id, ranked) => draft.changeItem(id, { ranked })}
      />
      <ReferenceImpact site={site} rows={changedRows(draft.items, draft.versions.base, day)} />
      <DraftControls
        draft={draft}
        searchKeys={['site', 'from']}
        save={save}
        refusedTitle="ReferenceTurbines_Refused"
        onSave={(request) =>
          save.mutate({ siteId, rows: changedRows(draft.items, draft.versions.base, day), ...request }, { onSuccess: draft.markSaved })
        }
      />
    </ConfigurationEditor>
  );
}
