import type { SegmentId } from '../ids.ts';

/** The tree of a site from top to bottom; the first node is the site. */
export interface DeviceTree {
  nodes: readonly DeviceNode[];
}

export interface DeviceNode {
  id: SegmentId;
  name: string;
  /** Segment type. */
  type: string;
  /** Index of the node above; -1 for the site. */
  parent: number;
  /** Index after the last node below. */
  end: number;
  isDisabled: boolean;
}
