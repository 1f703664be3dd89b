import { metadataEndpoints } from '@solvane/contract/fleet';
import { segmentIdSchema } from '@solvane/contract/ids';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { fleetKeys } from '../../shared/fleet/sites.queries.ts';
import { showNotice } from '../../workspace/notices.ts';
import { type Draft, draftKey, dropDrafts, refuseDraft } from './metadata-drafts.ts';

export interface DraftToSave extends Draft {
  /** Local date from which it holds; null: since ever. */
  validFrom: string | null;
}

/** As many as one call takes. */
const PER_CALL = 10_000;

/** Saves what can be saved; what was refused stays in its cell with the reason. */
export function useSaveDrafts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (drafts: readonly DraftToSave[]) => {
      const result = { saved: 0, failed: 0 };
      for (let first = 0; first < drafts.length; first += PER_CALL) {
        const part = drafts.slice(first, first + PER_CALL);
        const changes = part.map(({ segmentId, attribute, value, validFrom, seenChangeMs }) => ({
          segmentId: segmentIdSchema.parse(segmentId),
          attribute,
          value: value ?? null,
          validFrom,
          seenChangeMs,
        }));
        const answer = await call(metadataEndpoints.save, { body: { changes } });
        const refused = new Map(answer.failed.map(({ index, issue }) => [index, issue]));
        dropDrafts(part.flatMap(({ segmentId, attribute }, index) => (refused.has(index) ? [] : [draftKey(segmentId, attribute)])));
        for (const [index, { message, values = {} }] of refused) {
          const draft = part[index];
          if (draft) refuseDraft(draftKey(draft.segmentId, draft.attribute), { message, values });
        }
        result.saved += answer.saved;
        result.failed += refused.size;
      }
      return result;
    },
    onSuccess: ({ saved, failed }) => {
      if (failed > 0) showNotice({ kind: 'warning', title: 'Metadata_Saved_Partly', values: { saved, failed }, stays: true });
      else showNotice({ kind: 'success', title: 'Metadata_Saved', values: { saved } });
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: ['metadata'] });
      await queryClient.invalidateQueries({ queryKey: fleetKeys.sites });
    },
    meta: { failedMessage: 'Metadata_SaveFailed' },
  });
}
