import { Button, TextInput } from '@mantine/core';
import type { Revision, SavedVersion } from '@solvane/contract/validity';
import type { MessageKey } from '@solvane/i18n/messages';
import type { Problem } from '@solvane/ui/problem-box';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SaveBar } from '../controls/save-bar.tsx';
import { ConfigurationHistory } from './configuration-history.tsx';
import type { ItemDraft } from './item-draft.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { isConflict, SaveConflict } from './save-conflict.tsx';
import { SaveProblems } from './save-problems.tsx';

/** How a draft is saved: the revision it is based on, and why it was changed. */
export interface SaveRequest {
  seenRevision: string;
  note?: string;
}

interface DraftControlsProps<Item extends { id: string }, Base> {
  draft: ItemDraft<Item, Base>;
  /** Parts of the address that choose what is edited. */
  searchKeys: readonly string[];
  save: { error: Error | null; isPending: boolean; reset: () => void };
  refusedTitle: MessageKey;
  /** Of a failed request; default: the title of the error table. */
  failureTitle?: MessageKey;
  saveLabel?: string;
  isDisabled?: boolean;
  /** What has to be corrected before the draft can be saved. */
  problems?: readonly Problem[];
  onSave: (request: SaveRequest) => void;
}

/** Everything around the draft of a list of items: save bar with a note, refusals, conflict with another user, and the question before leaving. */
export function DraftControls<Item extends { id: string }, Base extends { revision: Revision }>({
  draft,
  save,
  ...props
}: DraftControlsProps<Item, Base>) {
  const { formatMessage } = useIntl();
  const { searchKeys, refusedTitle, failureTitle, saveLabel, isDisabled = false, problems = [], onSave } = props;
  const { base, stored } = draft;
  const [note, setNote] = useState('');
  const discard = (): void => {
    draft.discard();
    save.reset();
    setNote('');
  };
  const saveOn = ({ id }: Revision): void => onSave({ seenRevision: id, ...(note.trim() !== '' && { note: note.trim() }) });
  return (
    <>
      <LeaveGuard draft={draft.token} searchKeys={searchKeys} onDiscard={discard} />
      <SaveConflict
        save={save}
        revision={stored.revision}
        versions={draft.versions}
        texts={draft.texts}
        onReapply={draft.replace}
        onOverwrite={() => saveOn(stored.revision)}
      />
      <SaveBar
        changeCount={draft.changes.length}
        saveLabel={saveLabel}
        isSaving={save.isPending}
        isDisabled={isDisabled}
        problems={problems}
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
        onSave={() => saveOn(base.revision)}
        onDiscard={discard}
      />
    </>
  );
}

interface HistoryButtonProps<Item extends { id: string }, Base> {
  draft: ItemDraft<Item, Base>;
  queryKey: QueryKey;
  list: (signal: AbortSignal) => Promise<{ items: SavedVersion[] }>;
  load: (version: number, signal: AbortSignal) => Promise<readonly Item[]>;
  canEdit: boolean;
}

/** Opens the versions of a configuration; one that is restored becomes the draft. */
export function HistoryButton<Item extends { id: string }, Base>({ draft, canEdit, ...history }: HistoryButtonProps<Item, Base>) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {formatMessage({ id: 'Configuration_Versions' })}
      </Button>
      {isOpen && (
        <ConfigurationHistory
          {...history}
          texts={draft.texts}
          onRestore={canEdit ? draft.replace : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
