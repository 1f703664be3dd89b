import { Button, TextInput } from '@mantine/core';
import type { Revision, SavedVersion } from '@solvane/contract/validity';
import type { MessageKey } from '@solvane/i18n/messages';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SaveBar } from '../controls/save-bar.tsx';
import { ConfigurationHistory } from './configuration-history.tsx';
import type { DraftStore } from './draft-store.ts';
import type { ItemTexts } from './item-texts.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { isConflict, SaveConflict } from './save-conflict.tsx';
import { SaveProblems } from './save-problems.tsx';
import { threeWayMerge, type Versions } from './three-way-merge.ts';

/** How a draft is saved: the revision it is based on, and why it was changed. */
export interface SaveRequest {
  seenRevision: string;
  note?: string;
}

interface DraftControlsProps<Draft, Base, Item extends { id: string }> {
  drafts: DraftStore<Draft, Base>;
  draftKey: string;
  draft: Draft;
  /** Parts of the address that choose what is edited. */
  searchKeys: readonly string[];
  save: { error: Error | null; isPending: boolean; reset: () => void };
  /** Revisions of what the draft began with and of what is stored now. */
  revisions: { base: Revision; stored: Revision };
  /** The items in these states and in the draft. */
  versions: Versions<Item>;
  texts: ItemTexts<Item>;
  refusedTitle: MessageKey;
  /** Of a failed request; default: the title of the error table. */
  failureTitle?: MessageKey;
  saveLabel?: string;
  isDisabled?: boolean;
  onSave: (request: SaveRequest) => void;
  /** The draft that leads from what is stored now to the items. */
  draftOf: (items: readonly Item[]) => Draft;
}

/** Everything around the draft of a list of items: save bar with a note, refusals, conflict with another user, and the question before leaving. */
export function DraftControls<Draft extends object | null, Base, Item extends { id: string }>({
  drafts,
  draftKey,
  draft,
  save,
  ...props
}: DraftControlsProps<Draft, Base, Item>) {
  const { formatMessage } = useIntl();
  const { searchKeys, revisions, versions, texts, refusedTitle, failureTitle, saveLabel, isDisabled = false, onSave, draftOf } = props;
  const [note, setNote] = useState('');
  const { base, own } = versions;
  const changeCount = threeWayMerge({ base, theirs: own, own: base }, texts).changes.length;
  const discard = (): void => {
    drafts.set(draftKey, () => drafts.none);
    save.reset();
    setNote('');
  };
  const saveOn = ({ id }: Revision): void => onSave({ seenRevision: id, ...(note.trim() !== '' && { note: note.trim() }) });
  return (
    <>
      <LeaveGuard draft={changeCount === 0 ? null : draft} searchKeys={searchKeys} onDiscard={discard} />
      <SaveConflict
        save={save}
        revision={revisions.stored}
        versions={versions}
        texts={texts}
        onReapply={(merged) => drafts.rebase(draftKey, () => draftOf(merged))}
        onOverwrite={() => saveOn(revisions.stored)}
      />
      <SaveBar
        changeCount={changeCount}
        saveLabel={saveLabel}
        isSaving={save.isPending}
        isDisabled={isDisabled}
        failure={
          save.error &&
          !isConflict(save.error) && <SaveProblems error={save.error} title={refusedTitle} {...(failureTitle && { failureTitle })} />
        }
        actions={
          <TextInput
            size="xs"
            aria-label={formatMessage({ id: 'Configuration_Note' })}
            placeholder={formatMessage({ id: 'Configuration_Note' })}
            maxLength={500}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        }
        onSave={() => saveOn(revisions.base)}
        onDiscard={discard}
      />
    </>
  );
}

interface HistoryButtonProps<Draft, Base, Item extends { id: string }>
  extends Pick<DraftControlsProps<Draft, Base, Item>, 'drafts' | 'draftKey' | 'texts' | 'draftOf'> {
  queryKey: QueryKey;
  list: (signal: AbortSignal) => Promise<{ items: SavedVersion[] }>;
  load: (version: number, signal: AbortSignal) => Promise<readonly Item[]>;
  canEdit: boolean;
}

/** Opens the versions of a configuration; one that is restored becomes the draft. */
export function HistoryButton<Draft, Base, Item extends { id: string }>({ canEdit, ...props }: HistoryButtonProps<Draft, Base, Item>) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const { drafts, draftKey, draftOf, ...history } = props;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {formatMessage({ id: 'Configuration_Versions' })}
      </Button>
      {isOpen && (
        <ConfigurationHistory
          {...history}
          onRestore={canEdit ? (items) => drafts.rebase(draftKey, () => draftOf(items)) : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
