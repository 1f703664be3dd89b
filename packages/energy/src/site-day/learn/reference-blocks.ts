import type { LocalDay } from '../../time/local-day.ts';
import { addReferenceSums, type ReferenceSums } from '../../wind/reference-turbines.ts';
import type { DeviceEvidence } from './evidence.ts';

/** Of half a year, blocks that are cut off at its ends are added up again each day: few days, and not many blocks. [d] */
const BLOCK_DAYS = 16;

export type ReferenceKind = 'windSpeed' | 'power';

/** Evidence of a device on days in a row, and what of it was added up. */
interface ReferenceBlock {
  days: readonly DeviceEvidence[];
  sums: Readonly<Record<ReferenceKind, Map<string, ReferenceSums | undefined>>>;
}

/** By the evidence of their first day: a block is the same for every later day until one of its own is computed again. */
const known = new WeakMap<DeviceEvidence, ReferenceBlock>();

/**
 * Sums of a turbine against its references over many days, in blocks of days by the calendar, each of which is added up once. The sums are the same bytes
 * whatever was asked before.
 *
 * @param days - evidence of the turbine, by rising day
 * @returns sums by id of the reference; undefined where it taught nothing
 */
export function referenceBlocks(
  days: readonly { day: LocalDay; own: DeviceEvidence }[],
): (id: string, kind: ReferenceKind) => ReferenceSums | undefined {
  let blocks: readonly ReferenceBlock[] | undefined;
  return (id, kind) => {
    blocks ??= blocksOf(days);
    const parts: ReferenceSums[] = [];
    for (const block of blocks) {
      const sums = sumsOf(block, id, kind);
      if (sums) parts.push(sums);
    }
    return parts.length === 0 ? undefined : addReferenceSums(parts);
  };
}

function blocksOf(days: readonly { day: LocalDay; own: DeviceEvidence }[]): ReferenceBlock[] {
  const inBlocks = Map.groupBy(days, ({ day }) => Math.floor(day / BLOCK_DAYS));
  return [...inBlocks.values()].map((block) => blockOf(block.map(({ own }) => own)));
}

function blockOf(days: readonly DeviceEvidence[]): ReferenceBlock {
  const [first] = days;
  const before = first && known.get(first);
  if (before?.days.length === days.length && before.days.every((own, i) => own === days[i])) return before;
  const block: ReferenceBlock = { days, sums: { windSpeed: new Map(), power: new Map() } };
  if (first) known.set(first, block);
  return block;
}

function sumsOf({ days, sums }: ReferenceBlock, id: string, kind: ReferenceKind): ReferenceSums | undefined {
  const ofKind = sums[kind];
  const before = ofKind.get(id);
  if (before !== undefined || ofKind.has(id)) return before;
  const parts: ReferenceSums[] = [];
  for (const { references } of days) {
    const own = references.get(id);
    if (own) parts.push(own[kind]);
  }
  const total = parts.length === 0 ? undefined : addReferenceSums(parts);
  ofKind.set(id, total);
  return total;
}
