import type { StreamMessage } from '@solvane/contract/system';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

type StreamNotice = Extract<StreamMessage, { type: 'notice' }>;

const noticeSchema = z.object({
  noticeId: z.string(),
  kind: z.enum(['loading', 'success', 'error', 'info', 'warning']),
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  atMs: z.number(),
});
export type BellNotice = z.infer<typeof noticeSchema>;

const schema = z.object({ notices: z.array(noticeSchema), seenAtMs: z.number() });

const KEPT = 50;

/** What the server told, kept until there are newer ones; shared by the tabs of the user. */
export const bell = createStoredStore<z.infer<typeof schema>>({
  key: 'bell',
  version: 1,
  schema,
  initial: { notices: [], seenAtMs: 0 },
  scope: 'device',
});

/** @returns whether it is news: the stream repeats what was sent before a reconnection, and each tab hears it */
export function keepNotice({ noticeId, kind, message, values, atMs }: StreamNotice): boolean {
  if (bell.get().notices.some((known) => known.noticeId === noticeId)) return false;
  bell.setState((state) => ({ ...state, notices: [{ noticeId, kind, message, values, atMs }, ...state.notices].slice(0, KEPT) }));
  return true;
}

export function markBellSeen(nowMs: number): void {
  bell.setState((state) => ({ ...state, seenAtMs: nowMs }));
}

export function useHasNews(): boolean {
  return useSelector(bell, ({ notices, seenAtMs }) => notices.some(({ atMs }) => atMs > seenAtMs));
}
