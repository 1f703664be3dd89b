import type { DeviceStateItem } from '@solvane/contract/device-states';

/** Devices of one type at one site. */
export interface StateSection {
  id: string;
  siteId: string;
  segmentType: string;
  items: readonly DeviceStateItem[];
}

export interface PowerSum {
  /** null: of none of the devices */
  powerKw: number | null;
  /** Of the devices that have both. null: none has */
  expectedKw: number | null;
  /** How far the power of those is from it: 0.05 is 5 % more. */
  difference: number | null;
}

/** A row of the grid: devices that stand below one parent. */
export interface StateBlock {
  id: string;
  name: string;
  /** By column. undefined: there is no such device */
  cells: readonly (DeviceStateItem | undefined)[];
  sum: PowerSum;
}

/** From this many devices on a section is a grid of blocks. */
export const GRID_FROM = 60;

/** Sections in the order of the sites, or type by type. */
export function stateSections(items: readonly DeviceStateItem[], order: 'site' | 'type'): StateSection[] {
  const keyOf = ({ siteId, segmentType }: DeviceStateItem) => `${siteId} ${segmentType}`;
  const sections = [...Map.groupBy(items, keyOf)].flatMap(([id, members]) => {
    const [first] = members;
    return first ? [{ id, siteId: first.siteId, segmentType: first.segmentType, items: members }] : [];
  });
  return order === 'site' ? sections : [...Map.groupBy(sections, ({ segmentType }) => segmentType).values()].flat();
}

/** Blocks as rows, device numbers as columns. */
export function stateBlocks(items: readonly DeviceStateItem[]): { columns: readonly number[]; blocks: StateBlock[] } {
  const groups = [...Map.groupBy(items, ({ parentId }) => parentId)].map(([id, members]) => ({ id, members, numbers: numbersOf(members) }));
  const columns = [...new Set(groups.flatMap(({ numbers }) => numbers))].sort((a, b) => a - b);
  const blocks = groups.map(({ id, members, numbers }) => {
    const byNumber = new Map(members.map((item, at) => [numbers[at], item]));
    return { id, name: members[0]?.parentName ?? '', cells: columns.map((column) => byNumber.get(column)), sum: powerSum(members) };
  });
  return { columns, blocks };
}

export function powerSum(items: readonly DeviceStateItem[]): PowerSum {
  const sum = (values: readonly number[]) => (values.length === 0 ? null : values.reduce((total, value) => total + value, 0));
  const both = items.filter(({ powerKw, expectedKw }) => powerKw !== null && expectedKw !== null);
  const expectedKw = sum(both.flatMap((item) => item.expectedKw ?? []));
  const actualKw = sum(both.flatMap((item) => item.powerKw ?? []));
  return {
    powerKw: sum(items.flatMap(({ powerKw }) => powerKw ?? [])),
    expectedKw,
    difference: expectedKw === null || actualKw === null || expectedKw <= 0 ? null : actualKw / expectedKw - 1,
  };
}

/** The last number in each name where no two are alike, else the places in the block. */
function numbersOf(members: readonly DeviceStateItem[]): number[] {
  const numbers = members.map(({ name }) => Number(/(\d+)\D*$/.exec(name)?.[1] ?? Number.NaN));
  const areUsable = numbers.every((number) => number <= 10 * members.length) && new Set(numbers).size === members.length;
  return areUsable ? numbers : members.map((_, at) => at + 1);
}
