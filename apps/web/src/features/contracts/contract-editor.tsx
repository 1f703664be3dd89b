import { type ContractDetails, contractEndpoints } from '@solvane/contract/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationActions, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { useDeleteConfiguration } from '../../workspace/use-delete-configuration.tsx';
import { AvailabilityMatrix } from './availability-matrix.tsx';
import { contractDrafts, itemsOfDetails, settingOf, toContent, toItems } from './contract-draft.ts';
import { ContractFacts } from './contract-facts.tsx';
import { ContractGeneral } from './contract-general.tsx';
import { ContractPreview } from './contract-preview.tsx';
import type { ContractSearch } from './contract-search.ts';
import classes from './contracts.module.css';
import { contractKeys, useArchiveContract, useSaveContract } from './contracts.queries.ts';
import type { ContractDraft } from './draft-types.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ExcludedPeriods } from './excluded-periods.tsx';
import { GuaranteeTables } from './guarantee-tables.tsx';
import { MonthResults } from './month-results.tsx';
import { StateTag } from './state-tag.tsx';
import { TermPeriods } from './term-periods.tsx';
import { useContractTexts } from './use-contract-texts.ts';

interface ContractEditorProps {
  stored: ContractDetails;
  search: ContractSearch;
  onSearch: (search: ContractSearch) => void;
}

/** A contract as a draft: matrix, guarantees and periods, with the results of its months and a preview beside them. */
export function ContractEditor({ stored, search, onSearch }: ContractEditorProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const texts = useContractTexts(stored.energyType);
  const draft = useItemDraft({ drafts: contractDrafts, draftKey: stored.id, stored, itemsOf: itemsOfDetails, texts });
  const save = useSaveContract();
  const { base, items } = draft;
  const { id, enterpriseId, energyType, state, can } = stored;
  const canEdit = can.edit && state !== 'expired';
  const toBody = () => ({ id, enterpriseId, energyType, ...toContent(items) });
  return (
    <Screen
      fullBleed
      title={settingOf(items, 'name') || stored.name}
      subtitle={<StateTag state={state} />}
      actions={
        <EditorActions
          stored={stored}
          draft={draft}
          canEdit={canEdit}
          onOpen={(next) => navigateTo('contract-configuration', { contractConfigurationId: next })}
        />
      }
    >
      <div className={classes.page}>
        <ContractFacts items={items} energyType={energyType} />
        {!canEdit && (
          <ConfigurationNote>
            {formatMessage({ id: `Contract_ReadOnly_${state === 'archived' ? 'archived' : 'expired'}` })}
          </ConfigurationNote>
        )}
        <div className={classes.columns}>
          <div className={classes.stack}>
            <TermPeriods draft={draft} canEdit={canEdit} />
            <AvailabilityMatrix draft={draft} energyType={energyType} canEdit={canEdit} />
            <GuaranteeTables draft={draft} canEdit={canEdit} />
            <ContractGeneral draft={draft} contract={base} canEdit={canEdit} />
            <ExcludedPeriods draft={draft} canEdit={canEdit} />
          </div>
          <div className={classes.stack}>
            <ContractPreview items={items} />
            <MonthResults contract={stored} search={search} onSearch={onSearch} />
          </div>
        </div>
        <DraftControls
          draft={draft}
          searchKeys={[]}
          save={save}
          refusedTitle="Contract_Refused"
          isDisabled={!canEdit || settingOf(items, 'name').trim() === ''}
          onSave={(request) => save.mutate({ ...toBody(), ...request }, { onSuccess: draft.markSaved })}
        />
      </div>
    </Screen>
  );
}

interface EditorActionsProps {
  stored: ContractDetails;
  draft: ContractDraft;
  canEdit: boolean;
  onOpen: (id: string) => void;
}

function EditorActions({ stored, draft, canEdit, onOpen }: EditorActionsProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const archive = useArchiveContract();
  const [isCopying, setCopying] = useState(false);
  const { id, name, state } = stored;
  const contractConfigurationId = id;
  const isArchived = state === 'archived';
  const removal = useDeleteConfiguration({
    question: {
      title: 'Contract_Delete_Title',
      message: 'Contract_Delete_Message',
      values: { name, count: stored.sites.length },
      label: 'Contract_Delete',
    },
    seen: { revision: draft.base.revision, items: draft.versions.base },
    stored: { revision: stored.revision, items: draft.versions.theirs },
    texts: draft.texts,
    remove: (seenRevision) => call(contractEndpoints.remove, { body: { contractConfigurationId, seenRevision } }),
    changedKeys: [contractKeys.all],
    onDeleted: () => {
      draft.discard();
      navigateTo('contracts');
    },
  });
  return (
    <>
      <HistoryButton
        draft={draft}
        queryKey={[...contractKeys.all, 'get', id]}
        list={(signal) => call(contractEndpoints.versions, { body: { contractConfigurationId }, signal })}
        load={async (version, signal) =>
          toItems(await call(contractEndpoints.version, { body: { contractConfigurationId, version }, signal }))
        }
        canEdit={canEdit}
      />
      <ConfigurationActions
        actions={[
          { label: formatMessage({ id: 'Contract_Duplicate' }), run: () => setCopying(true) },
          {
            label: formatMessage({ id: isArchived ? 'Contract_Restore' : 'Contract_Archive' }),
            isBusy: archive.isPending,
            run: () => archive.mutate({ contractConfigurationId, isArchived: !isArchived }),
          },
          { label: formatMessage({ id: 'Contract_Delete' }), run: removal.ask },
        ]}
      />
      {removal.problems}
      <SaveProblems error={archive.error} title="Contract_Refused" />
      {isCopying && <DuplicateDialog contract={stored} onClose={() => setCopying(false)} onSaved={onOpen} />}
    </>
  );
}
