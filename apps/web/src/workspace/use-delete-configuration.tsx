import type { ConfigurationSaved, Revision } from '@solvane/contract/validity';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { changeText, type ItemTexts } from '../shared/configuration/item-texts.ts';
import { ConflictDialog, isConflict } from '../shared/configuration/save-conflict.tsx';
import { SaveProblems } from '../shared/configuration/save-problems.tsx';
import { threeWayMerge } from '../shared/configuration/three-way-merge.ts';
import { confirmDelete, type DeleteQuestion } from './delete-confirmation.ts';
import { useSaveConfiguration } from './use-save-configuration.ts';

interface Deletable<Item> {
  revision: Revision;
  items: readonly Item[];
}

interface DeleteConfiguration<Item extends { id: string }> {
  question: Omit<DeleteQuestion, 'run'>;
  /** As the user sees it, and as it is stored now. */
  seen: Deletable<Item>;
  stored: Deletable<Item>;
  texts: ItemTexts<Item>;
  remove: (seenRevision: string) => Promise<Pick<ConfigurationSaved, 'changes'>>;
  changedKeys: readonly QueryKey[];
  onDeleted: () => void;
}

/**
 * Deletes a configuration after a question. Where another user changed it meanwhile, it shows what they changed before it is deleted.
 *
 * @returns `problems` belongs beside the configuration: a refusal, or the conflict
 */
export function useDeleteConfiguration<Item extends { id: string }>({
  question,
  seen,
  stored,
  texts,
  remove,
  changedKeys,
  onDeleted,
}: DeleteConfiguration<Item>): { ask: () => void; problems: ReactNode } {
  const intl = useIntl();
  const [asked, setAsked] = useState(seen);
  const removal = useSaveConfiguration({ save: remove, changedKeys });
  const removeOn = async ({ id }: Revision): Promise<void> => {
    await removal.mutateAsync(id).then(onDeleted, (error: unknown) => {
      // The dialog below says it.
      if (!isConflict(error instanceof Error ? error : null)) throw error;
    });
  };
  const ask = (): void => {
    removal.reset();
    setAsked(seen);
    confirmDelete({ ...question, run: () => removeOn(seen.revision) });
  };
  const changes = () => threeWayMerge({ base: asked.items, theirs: stored.items, own: asked.items }, texts).changes;
  const problems = isConflict(removal.error) ? (
    <ConflictDialog
      revision={stored.revision}
      changes={changes().map((change) => changeText(change, texts, intl))}
      isBusy={removal.isPending}
      onOverwrite={() => void removeOn(stored.revision)}
      onClose={removal.reset}
    />
  ) : (
    <SaveProblems error={removal.error} title="Configuration_Delete_Refused" />
  );
  return { ask, problems };
}
