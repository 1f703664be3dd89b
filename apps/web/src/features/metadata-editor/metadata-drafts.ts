import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from '../../workspace/stored-store.ts';

const draftSchema = z.object({
  segmentId: z.string(),
  attribute: z.string(),
  /** As it was typed. */
  text: z.string(),
  /** What it means; undefined: it means nothing that can be kept. null: empty. */
  value: z.union([z.number(), z.string(), z.boolean()]).nullable().optional(),
  /** Last change of the attribute when this was written; null: there was none. */
  seenChangeMs: z.number().nullable().optional(),
  /** Why it cannot be kept: a key of the catalogue with its placeholders. */
  problem: z.object({ message: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).optional(),
});
export type Draft = z.infer<typeof draftSchema>;

/** Changes that are not saved yet: kept in the tab until they are, whatever happens to the page or the network. */
export const metadataDrafts = createStoredStore({
  key: 'metadata-drafts',
  version: 1,
  schema: z.object({ drafts: z.record(z.string(), draftSchema) }),
  initial: { drafts: {} },
  scope: 'tab',
});

export type Drafts = Readonly<Record<string, Draft>>;

const CHANGED_MEANWHILE = new Set(['Metadata_Problem_Changed', 'Metadata_Problem_Removed']);

/** Another editor saved or removed the same value meanwhile: to save it once more replaces theirs. */
export function isChangedMeanwhile({ problem }: Draft): boolean {
  return problem !== undefined && CHANGED_MEANWHILE.has(problem.message);
}

export function draftKey(segmentId: string, attribute: string): string {
  return `${segmentId} ${attribute}`;
}

export function useDrafts(): Drafts {
  return useSelector(metadataDrafts, ({ drafts }) => drafts);
}

/** Puts drafts in place of those of the same cells; one that says what is stored already is no change and goes. */
export function writeDrafts(written: readonly Draft[], storedOf: (draft: Draft) => AttributeValue | null): void {
  metadataDrafts.setState(({ drafts }) => {
    const next = { ...drafts };
    for (const draft of written) {
      const key = draftKey(draft.segmentId, draft.attribute);
      if (draft.problem === undefined && draft.value === storedOf(draft)) delete next[key];
      else next[key] = draft;
    }
    return { drafts: next };
  });
}

export function dropDrafts(keys: readonly string[]): void {
  const dropped = new Set(keys);
  metadataDrafts.setState(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => !dropped.has(key))) }));
}

export function refuseDraft(key: string, problem: NonNullable<Draft['problem']>): void {
  metadataDrafts.setState(({ drafts }) => {
    const draft = drafts[key];
    return draft ? { drafts: { ...drafts, [key]: { ...draft, problem } } } : { drafts };
  });
}
