import { Button } from '@mantine/core';
import { type QualityDetails, qualityEndpoints } from '@solvane/contract/quality';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import {
  ConfigurationActions,
  ConfigurationEditor,
  ConfigurationNote,
  ConfigurationUses,
} from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton, type SaveRequest } from '../../shared/configuration/draft-controls.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { SidePanel } from '../../shared/screen/side-panel.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { NewConfigurationDialog, RenameDialog } from './configuration-dialog.tsx';
import { qualityKeys, qualityUsageQuery } from './data-quality.queries.ts';
import { MethodList } from './method-list.tsx';
import { sharesOf } from './method-shares.ts';
import { contentOf, methodsOf, qualityDrafts, signalKeyOf } from './quality-draft.ts';
import { QualityPreview } from './quality-preview.tsx';
import { SignalList } from './signal-list.tsx';
import { SiteAssignment } from './site-assignment.tsx';
import { useQualityDevices } from './use-quality-devices.ts';
import { useQualityTexts, useSettingProblems } from './use-quality-texts.ts';
import { useRemoveConfiguration } from './use-remove-configuration.tsx';
import classes from './vee-editor.module.css';
import type { VeeSearch } from './vee-search.ts';

interface VeeEditorProps {
  stored: QualityDetails;
  search: VeeSearch;
  onSearch: (search: VeeSearch) => void;
}

const itemsOf = ({ content }: Pick<QualityDetails, 'content'>) => methodsOf(content);

/** Signals on the left, the methods of one of them beside it; dates, sites and versions in the side panel. */
export function VeeEditor({ stored, search, onSearch }: VeeEditorProps) {
  const { formatMessage, formatDate } = useIntl();
  const texts = useQualityTexts();
  const { id: configurationId, name, description, can } = stored;
  const draft = useItemDraft({ drafts: qualityDrafts, draftKey: configurationId, stored, itemsOf, texts });
  const day = search.from ?? toIsoDate(localDayOf(Date.now(), 'UTC'));
  const keys = [...new Set([...stored.content.signals.map(signalKeyOf), ...draft.items.map(({ signal }) => signal)])];
  const signal = keys.find((key) => key === search.signal) ?? keys[0] ?? '';
  const usage = useQuery(qualityUsageQuery(configurationId)).data?.items ?? [];
  const problems = useSettingProblems(draft.items);
  const content = useMemo(() => contentOf(draft.items), [draft.items]);
  const { allSites } = useFleet();
  const following = stored.sites.map(({ siteId }) => siteId);
  const own = allSites.filter(({ enterpriseId }) => enterpriseId === stored.enterpriseId).map(({ siteId }) => siteId);
  const previewSites = [...new Set([...following, ...own])];
  const devices = useQualityDevices(previewSites, signal);
  const save = useSaveConfiguration({
    save: (request: SaveRequest) =>
      call(qualityEndpoints.save, {
        body: { configurationId, name, description, effectiveFrom: day, content: contentOf(draft.items), ...request },
      }),
    changedKeys: [qualityKeys.all],
    doneMessage: 'QualityConfiguration_Saved',
  });
  const openSignal = (id: string) => onSearch({ ...search, signal: draft.items.find((item) => item.id === id)?.signal });
  const latest = stored.versions.at(-1);
  const shares = sharesOf(usage, signal, keys);
  const lists = {
    signal,
    methods: draft.items,
    before: draft.versions.base,
    shares,
    devices,
    canEdit: can.edit,
    onChange: (next: typeof draft.items) => draft.change(() => next),
  };
  return (
    <>
      <SidePanel title={formatMessage({ id: 'QualityConfiguration_SidePanel' })}>
        <SiteAssignment configuration={stored} day={day} onDay={(from) => onSearch({ ...search, from })} />
      </SidePanel>
      <div className={classes.container}>
        <ConfigurationEditor
          name={name}
          title={formatMessage({ id: 'Configuration_Version' }, { version: stored.version })}
          detail={
            latest &&
            `${latest.savedBy}, ${formatDate(latest.savedAtMs, { dateStyle: 'medium' })}${description === '' ? '' : ` \u00b7 ${description}`}`
          }
          actions={
            <>
              <HistoryButton
                draft={draft}
                queryKey={[...qualityKeys.all, configurationId]}
                list={async () => ({ items: stored.versions.toReversed() })}
                load={async (version, abort) =>
                  itemsOf(await call(qualityEndpoints.get, { body: { configurationId, version }, signal: abort }))
                }
                canEdit={can.edit}
              />
              <EditorActions configuration={stored} />
            </>
          }
        >
          {!can.edit && <ConfigurationNote>{formatMessage({ id: 'QualityConfiguration_ReadOnly' })}</ConfigurationNote>}
          <RecalculationNote stored={stored} day={day} changeCount={draft.changes.length} />
          <div className={classes.panes}>
            <SignalList
              keys={keys}
              open={signal}
              changed={new Set(draft.changes.flatMap((change) => changedSignal(change)))}
              touchedOf={(key) => sharesOf(usage, key, keys).touched}
              canEdit={can.edit}
              onOpen={(next) => onSearch({ ...search, signal: next })}
              onAdd={(added) => {
                draft.change((items) => [...items, ...added]);
                onSearch({ ...search, signal: added[0]?.signal });
              }}
            />
            <div className={classes.methods}>
              <MethodList key={`${signal} internal`} list="internal" {...lists} />
              <MethodList key={`${signal} external`} list="external" {...lists} />
              {can.edit && <p className={classes.hint}>{formatMessage({ id: 'QualityConfiguration_Order_Hint' })}</p>}
            </div>
            <QualityPreview
              content={content}
              hasProblems={problems.length > 0}
              signal={signal}
              siteIds={previewSites}
              search={search}
              onSearch={onSearch}
            />
          </div>
          <DraftControls
            draft={draft}
            searchKeys={[]}
            save={save}
            refusedTitle="QualityConfiguration_Refused"
            failureTitle="QualityConfiguration_Save_Failed"
            saveLabel={formatMessage({ id: 'QualityConfiguration_SaveVersion' }, { version: (latest?.version ?? 0) + 1 })}
            problems={problems.map(({ methodId, attribute, text }) => ({
              ...{ id: `${methodId} ${attribute}`, text, onShow: () => openSignal(methodId) },
              name: draft.items
                .filter(({ id }) => id === methodId)
                .map(texts.nameOf)
                .join(''),
            }))}
            onSave={(request) => save.mutate(request, { onSuccess: draft.markSaved })}
          />
        </ConfigurationEditor>
      </div>
    </>
  );
}

type Change = ReturnType<typeof useItemDraft<ReturnType<typeof methodsOf>[number], QualityDetails>>['changes'][number];

function changedSignal(change: Change): string[] {
  if (change.kind === 'order') return change.after.map(({ signal }) => signal);
  const item = change.after ?? change.before;
  return item ? [item.signal] : [];
}

/** What saving recalculates: sites and days from the effective date on. */
function RecalculationNote({ stored, day, changeCount }: { stored: QualityDetails; day: string; changeCount: number }) {
  const { formatMessage } = useIntl();
  const today = toIsoDate(localDayOf(Date.now(), 'UTC'));
  const sites = new Set(stored.sites.filter(({ validTo }) => validTo === null || validTo > day).map(({ siteId }) => siteId));
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000) + 1);
  return (
    <ConfigurationUses warning={changeCount === 0 || sites.size === 0 ? undefined : formatMessage({ id: 'QualityConfiguration_Warning' })}>
      {formatMessage(
        { id: sites.size === 0 ? 'QualityConfiguration_Recalculates_None' : 'QualityConfiguration_Recalculates' },
        { sites: sites.size, days, day },
      )}
    </ConfigurationUses>
  );
}

function EditorActions({ configuration }: { configuration: QualityDetails }) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const [dialog, setDialog] = useState<'copy' | 'rename' | null>(null);
  const removal = useRemoveConfiguration(() => navigateTo('data-quality'));
  if (!configuration.can.edit) return null;
  return (
    <>
      <ConfigurationActions
        actions={[
          { label: formatMessage({ id: 'QualityConfiguration_Rename' }), run: () => setDialog('rename') },
          { label: formatMessage({ id: 'QualityConfiguration_Duplicate' }), run: () => setDialog('copy') },
        ]}
      />
      <Button variant="default" color="danger" onClick={() => removal.ask(configuration)}>
        {formatMessage({ id: 'QualityConfiguration_Delete' })}
      </Button>
      {removal.problems}
      {dialog === 'rename' && <RenameDialog configuration={configuration} onClose={() => setDialog(null)} />}
      {dialog === 'copy' && (
        <NewConfigurationDialog
          source={configuration}
          onClose={() => setDialog(null)}
          onCreated={(id) => navigateTo('vee-configuration', { veeConfigurationId: id })}
        />
      )}
    </>
  );
}
