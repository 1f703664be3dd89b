import type { DeviceStateItem, StateChange } from '@solvane/contract/device-states';

/** Changes of several devices of a site that are one. */
export interface ChangeRow extends StateChange {
  key: string;
  siteId: string;
  names: readonly string[];
  /** Of all of them. null: not known of any */
  lostKw: number | null;
  cost: number | null;
}

/** The newest changes, those at one instant with one cause together. */
export function changeRows(changes: readonly StateChange[], items: readonly DeviceStateItem[]): ChangeRow[] {
  const byId = new Map(items.map((item) => [item.segmentId, item]));
  const known = changes.flatMap((change) => {
    const item = byId.get(change.segmentId);
    return item ? [{ change, item }] : [];
  });
  const groups = Map.groupBy(known, ({ change: { atMs, from, to, code }, item }) => `${atMs} ${item.siteId} ${from} ${to} ${code}`);
  return [...groups].flatMap(([key, members]) => {
    const [first] = members;
    if (!first) return [];
    return {
      ...first.change,
      key,
      siteId: first.item.siteId,
      names: shortNames(members.map(({ item }) => item.name)),
      lostKw: sumOf(members.map(({ change }) => change.lostKwhPerHour)),
      cost: sumOf(members.map(({ change }) => change.costPerHour)),
    };
  });
}

/** `WT-4, 5, 6`: what all names begin with stands once. */
function shortNames(names: readonly string[]): string[] {
  const [first = '', ...others] = names;
  const start = /^\D*/.exec(first)?.[0] ?? '';
  return [first, ...others.map((name) => (start !== '' && name.startsWith(start) ? name.slice(start.length) : name))];
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
