import type { CSSProperties } from 'react';
import type { PlacedColumn } from './columns.ts';

/** Keeps a pinned column in sight. */
export function pinnedStyle({ pinnedAt }: PlacedColumn): CSSProperties | undefined {
  return pinnedAt === null ? undefined : { position: 'sticky', insetInlineStart: pinnedAt, zIndex: 1 };
}
