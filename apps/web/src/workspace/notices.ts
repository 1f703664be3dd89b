import type { MessageKey, MessageValues } from '@solvane/i18n/messages';
import { createStore, useSelector } from '@tanstack/react-store';

export type NoticeKind = 'loading' | 'success' | 'error' | 'info' | 'warning';

export interface Notice {
  id: string;
  kind: NoticeKind;
  /** What happened. */
  title: MessageKey;
  /** One line of detail. */
  message?: MessageKey;
  /** Fill the placeholders of both. */
  values?: MessageValues;
  /** One thing to do about it. */
  action?: { label: MessageKey; run: () => void };
  /** 0 to 1, for work that goes on. */
  progress?: number;
  /** Default: errors, work that goes on and what asks for a decision stay; everything else leaves after 5 s. */
  stays?: boolean;
}

const notices = createStore<{ items: readonly Notice[] }>({ items: [] });
let count = 0;

/** Shows a notice; the same id replaces the one that is there. @returns its id */
export function showNotice(notice: Omit<Notice, 'id'> & { id?: string }): string {
  count += 1;
  const id = notice.id ?? `notice-${count}`;
  notices.setState(({ items }) => {
    const next = { ...notice, id };
    return { items: items.some((item) => item.id === id) ? items.map((item) => (item.id === id ? next : item)) : [...items, next] };
  });
  return id;
}

export function closeNotice(id: string): void {
  notices.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

export function clearNotices(): void {
  notices.setState(() => ({ items: [] }));
}

export function useNotices(): readonly Notice[] {
  return useSelector(notices, ({ items }) => items);
}

export function isStaying({ kind, stays, action }: Notice): boolean {
  return stays ?? (kind === 'error' || kind === 'loading' || (action !== undefined && kind !== 'success'));
}
