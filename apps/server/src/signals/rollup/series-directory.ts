import type { PointKind } from '../point-kind.ts';

/** What all series of a block have in common, and which of them are directions. */
export interface BlockInfo {
  block: number;
  kind: PointKind;
  zone: string;
  intervalMs: number;
  directions: readonly number[];
}

/** Tells the store what it needs to know about series. A block that that no longer exist is left out. */
export interface SeriesDirectory {
  describeBlocks(blocks: readonly number[]): Promise<BlockInfo[]>;
}
