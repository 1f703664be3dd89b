import { type QualitySummary, qualityEndpoints } from '@solvane/contract/quality';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { qualityKeys } from './data-quality.queries.ts';

/** Deletes a configuration after a question; `problems` says where one is in use. */
export function useRemoveConfiguration(onRemoved: () => void): { ask: (configuration: QualitySummary) => void; problems: ReactNode } {
  const removal = useSaveConfiguration({
    save: ({ id, revision }: Pick<QualitySummary, 'id' | 'revision'>) =>
      call(qualityEndpoints.remove, { body: { configurationId: id, seenRevision: revision.id } }),
    changedKeys: [[...qualityKeys.all, 'list']],
    doneMessage: 'QualityConfiguration_Deleted',
  });
  const ask = (configuration: QualitySummary): void => {
    removal.reset();
    confirmDelete({
      title: 'QualityConfiguration_Delete_Title',
      message: 'QualityConfiguration_Delete_Message',
      values: { name: configuration.name },
      label: 'QualityConfiguration_Delete',
      run: () => removal.mutateAsync(configuration).then(onRemoved, () => undefined),
    });
  };
  return { ask, problems: <SaveProblems error={removal.error} title="Configuration_Delete_Refused" /> };
}
