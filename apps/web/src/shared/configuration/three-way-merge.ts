export interface Versions<Item> {
  /** What was edited. */
  base: readonly Item[];
  /** What another user saved meanwhile. */
  theirs: readonly Item[];
  own: readonly Item[];
}

/** What another user changed. `order` has ids as its values, `item` an item that was added or removed. */
export type TheirChange<Item> = { isInBoth: boolean; own: Item | undefined } & (
  | { kind: 'field'; field: keyof Item & string; before: Item; after: Item }
  | { kind: 'item'; before: Item | undefined; after: Item | undefined }
  | { kind: 'order'; before: readonly Item[]; after: readonly Item[] }
);

type Fields<Item> = readonly (keyof Item & string)[];

export interface MergeOptions<Item> {
  fields: Fields<Item>;
  /** The order of the items is a setting, too. */
  isOrdered?: boolean;
}

/**
 * Puts own changes on top of what another user saved. A field that both changed to different values keeps theirs.
 *
 * @returns the merged items, and what the other user changed
 */
export function threeWayMerge<Item extends { id: string }>(
  versions: Versions<Item>,
  { fields, isOrdered = false }: MergeOptions<Item>,
): { merged: Item[]; changes: TheirChange<Item>[] } {
  const [base, theirs, own] = [byId(versions.base), byId(versions.theirs), byId(versions.own)];
  const changes: TheirChange<Item>[] = [];
  const merged: Item[] = [];
  for (const [id, after] of theirs) {
    const [before, mine] = [base.get(id), own.get(id)];
    // Of tens of thousands of items most are the same.
    if (before === after && mine === after) {
      merged.push(after);
      continue;
    }
    const step = mergeItem({ before, after, mine }, fields);
    changes.push(...step.changes);
    merged.push(...step.merged);
  }
  for (const [id, before] of base) {
    const mine = own.get(id);
    if (theirs.has(id)) continue;
    changes.push({ kind: 'item', before, after: undefined, own: mine, isInBoth: mine !== undefined && differs(mine, before, fields) });
  }
  merged.push(...versions.own.filter(({ id }) => !base.has(id) && !theirs.has(id)));
  return isOrdered ? withOrder(versions, { merged, changes }) : { merged, changes };
}

interface Merge<Item> {
  merged: Item[];
  changes: TheirChange<Item>[];
}

interface ItemVersions<Item> {
  before: Item | undefined;
  after: Item;
  mine: Item | undefined;
}

function mergeItem<Item extends { id: string }>({ before, after, mine }: ItemVersions<Item>, fields: Fields<Item>): Merge<Item> {
  if (!before) {
    const isInBoth = mine !== undefined && differs(mine, after, fields);
    return { merged: [after], changes: [{ kind: 'item', before, after, own: mine, isInBoth }] };
  }
  const changed = fields.filter((field) => before[field] !== after[field]);
  const changes = changed.map((field): TheirChange<Item> => {
    const isInBoth = mine?.[field] !== before[field] && mine?.[field] !== after[field];
    return { kind: 'field', field, before, after, own: mine, isInBoth };
  });
  // An item that the own draft removes stays where the other user changed it.
  if (!mine) return { merged: changed.length > 0 ? [after] : [], changes };
  const own = fields.filter((field) => mine[field] !== before[field] && before[field] === after[field]);
  return { merged: [{ ...after, ...pick(mine, own) }], changes };
}

function withOrder<Item extends { id: string }>({ base, theirs, own }: Versions<Item>, { merged, changes }: Merge<Item>): Merge<Item> {
  const ids = [theirs, own].map((items) => new Set(items.map(({ id }) => id)));
  const common = (items: readonly Item[]) =>
    items.filter(({ id }) => base.some((each) => each.id === id) && ids.every((each) => each.has(id)));
  const [before, after, mine] = [common(base), common(theirs), common(own)];
  const hasOwnOrder = isMoved(before, mine);
  const hasTheirOrder = isMoved(before, after);
  const isInBoth = hasOwnOrder && hasTheirOrder && isMoved(after, mine);
  const orderChange: TheirChange<Item>[] = hasTheirOrder ? [{ kind: 'order', before, after, own: undefined, isInBoth }] : [];
  const leading = hasTheirOrder ? theirs : own;
  const rank = new Map(leading.map(({ id }, index) => [id, index]));
  const last = leading.length;
  return {
    merged: merged.toSorted((a, b) => (rank.get(a.id) ?? last) - (rank.get(b.id) ?? last)),
    changes: [...changes, ...orderChange],
  };
}

function pick<Item>(item: Item, fields: Fields<Item>): Partial<Item> {
  const picked: Partial<Item> = {};
  for (const field of fields) picked[field] = item[field];
  return picked;
}

function differs<Item>(a: Item, b: Item, fields: Fields<Item>): boolean {
  return fields.some((field) => a[field] !== b[field]);
}

function isMoved(a: readonly { id: string }[], b: readonly { id: string }[]): boolean {
  return a.some(({ id }, index) => b[index]?.id !== id);
}

function byId<Item extends { id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
