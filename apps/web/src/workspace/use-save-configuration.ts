import type { ConfigurationSaved } from '@solvane/contract/validity';
import type { MessageKey } from '@solvane/i18n/messages';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { followRecalculation } from './recalculation.ts';

interface SaveConfiguration<Body, Saved> {
  save: (body: Body) => Promise<Saved>;
  /** Queries whose data the save changes. */
  changedKeys: readonly QueryKey[];
  doneMessage?: MessageKey;
}

/** Saves a configuration, then shows the progress of the recalculation on every screen. Refusals are shown by `SaveProblems`. */
export function useSaveConfiguration<Body, Saved extends Pick<ConfigurationSaved, 'changes'>>({
  save,
  changedKeys,
  doneMessage,
}: SaveConfiguration<Body, Saved>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: ({ changes }) => followRecalculation(changes),
    onSettled: async () => {
      for (const queryKey of changedKeys) await queryClient.invalidateQueries({ queryKey });
    },
    meta: { isShownInPlace: true, ...(doneMessage && { doneMessage }) },
  });
}
