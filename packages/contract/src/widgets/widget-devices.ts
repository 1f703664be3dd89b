import { isGenerator, isSegmentType, SEGMENT_TYPES, type SegmentType } from '@solvane/energy/devices/segment-types';
import { z } from 'zod';
import { energyTypeSchema, SITE_GROUPINGS, type Site, type SiteGrouping } from '../fleet.ts';
import type { SegmentId } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import type { DeviceNode, DeviceTree } from './device-tree.ts';

/** Attributes of sites that a kind of sites is described by, beside the energy type. */
export const KIND_ATTRIBUTES = SITE_GROUPINGS.filter((name) => name !== 'energyType');
export type KindAttribute = Exclude<SiteGrouping, 'energyType'>;

const valuesSchema = z.array(z.string().min(1).max(200)).max(100);

/** What a widget is about. `page`: what the page shows. `fixed`: sites and devices by their ids. `kind`: every site that is like this when the widget loads. */
export const devicesSettingSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('page') }),
  /** Empty: none of them is visible to the reader. */
  z.object({ of: z.literal('fixed'), ids: z.array(z.string().min(1).max(64)).max(LIMITS.selectedDevices) }),
  z.object({
    of: z.literal('kind'),
    /** Empty: every type. */
    energyTypes: z.array(energyTypeSchema).max(4).default([]),
    /** Allowed values by attribute. An attribute that is not named has any. */
    attributes: z.partialRecord(z.enum(KIND_ATTRIBUTES as [KindAttribute, ...KindAttribute[]]), valuesSchema).default({}),
  }),
]);
export type DevicesSetting = z.infer<typeof devicesSettingSchema>;

/** What the selection of a widget is expanded to. `generators`: the outermost devices that produce or store. */
export const DEVICE_LEVELS = ['asSelected', 'sites', 'generators', ...SEGMENT_TYPES.filter((type) => type !== 'Site')] as const;
export type DeviceLevel = 'asSelected' | 'sites' | 'generators' | Exclude<SegmentType, 'Site'>;

/** A device, or a site as a whole, that a widget is about. */
export interface PageDevice {
  segmentId: SegmentId;
  name: string;
  type: string;
  site: Site;
}

/** Whether a site is of the kind that the settings describe. */
export function isOfKind({ metadata }: Pick<Site, 'metadata'>, { energyTypes, attributes }: DevicesSetting & { of: 'kind' }): boolean {
  if (energyTypes.length > 0 && !energyTypes.includes(metadata.energyType)) return false;
  return KIND_ATTRIBUTES.every((name) => {
    const allowed = attributes[name] ?? [];
    return allowed.length === 0 || allowed.includes(attributeOf({ metadata }, name) ?? '');
  });
}

/** Value of an attribute of a site. null: not set */
export function attributeOf({ metadata }: Pick<Site, 'metadata'>, name: SiteGrouping): string | null {
  return name === 'siteTimezone' ? metadata.timezone : metadata[name];
}

/** What of a page says which devices it is about. */
interface Selected {
  sites: readonly Site[];
  segmentIds?: readonly SegmentId[] | null;
  trees?: ReadonlyMap<string, DeviceTree>;
}

/**
 * The devices that a selection stands for at a level, site by site. Disabled ones are left out, except where they are selected themselves.
 *
 * @returns null: the tree of a site is not loaded yet
 */
export function devicesAt({ sites, segmentIds, trees }: Selected, level: DeviceLevel): readonly PageDevice[] | null {
  const wanted: ReadonlySet<string> | null = segmentIds ? new Set(segmentIds) : null;
  const isWhole = ({ siteSegmentId }: Site) => wanted === null || wanted.has(siteSegmentId);
  if (level === 'sites') return sites.map(wholeSite);
  const found: PageDevice[] = [];
  for (const site of sites) {
    if (level === 'asSelected' && isWhole(site)) {
      found.push(wholeSite(site));
      continue;
    }
    const tree = trees?.get(site.siteId);
    if (!tree) return null;
    const indices = level === 'asSelected' ? selectedIndices(tree, wanted) : indicesAt(tree, level, isWhole(site) ? null : wanted);
    found.push(...indices.flatMap((at) => deviceOf(tree.nodes[at], site)));
  }
  return found;
}

/**
 * Where the net power of sites is read: their grid connections, else their one main meter, else their generators.
 *
 * @returns null: some tree is not loaded yet
 */
export function powerDevicesOf({ sites, trees }: Pick<Selected, 'sites' | 'trees'>): SegmentId[] | null {
  // Also while others are on their way: a thousand trees at once would hold the page up.
  const known = sites.map(({ siteId }) => {
    const tree = trees?.get(siteId);
    return tree && powerDevices(tree);
  });
  return known.includes(undefined) ? null : known.flatMap((ids) => ids ?? []);
}

const METERS = new Set(['Meter', 'HybridMeter', 'BatteryMeter']);

/** Trees do not change: each is looked through once, however often others arrive beside it. */
const knownPowerDevices = new WeakMap<DeviceTree, SegmentId[]>();

/** Where the net power of a site is read. */
export function powerDevices(tree: DeviceTree): readonly SegmentId[] {
  const found = knownPowerDevices.get(tree) ?? findPowerDevices(tree);
  knownPowerDevices.set(tree, found);
  return found;
}

function findPowerDevices(tree: DeviceTree): SegmentId[] {
  const inService = tree.nodes.filter(({ isDisabled }) => !isDisabled);
  const connections = inService.filter((node) => node.type === 'PCC' && !isBelow(tree, node, (type) => type === 'PCC'));
  if (connections.length > 0) return connections.map(({ id }) => id);
  const meters = inService.filter((node) => METERS.has(node.type) && !isBelow(tree, node, (type) => type !== 'Site'));
  if (meters.length === 1) return meters.map(({ id }) => id);
  return inService.filter((node) => isOutermostGenerator(tree, node)).map(({ id }) => id);
}

function wholeSite(site: Site): PageDevice {
  return { segmentId: site.siteSegmentId, name: site.name, type: 'Site', site };
}

function deviceOf(node: DeviceNode | undefined, site: Site): PageDevice[] {
  return node ? [{ segmentId: node.id, name: node.name, type: node.type, site }] : [];
}

function selectedIndices({ nodes }: DeviceTree, wanted: ReadonlySet<string> | null): number[] {
  return [...nodes.keys()].filter((at) => wanted?.has(nodes[at]?.id ?? '') === true);
}

/** @param within - below these or themselves; null: anywhere */
function indicesAt(tree: DeviceTree, level: DeviceLevel, within: ReadonlySet<string> | null): number[] {
  const { nodes } = tree;
  const inside = within === null ? null : new Set(selectedIndices(tree, within).flatMap((at) => range(at, nodes[at]?.end ?? at + 1)));
  return [...nodes.keys()].filter((at) => {
    const node = nodes[at];
    if (!node || node.isDisabled || (inside && !inside.has(at))) return false;
    if (level !== 'generators') return node.type === level;
    return isOutermostGenerator(tree, node);
  });
}

function isOutermostGenerator(tree: DeviceTree, node: DeviceNode): boolean {
  return isGenerating(node.type) && !isBelow(tree, node, isGenerating);
}

/** Whether something above a node is of some type. */
function isBelow({ nodes }: DeviceTree, node: DeviceNode, isType: (type: string) => boolean): boolean {
  for (let above = nodes[node.parent]; above; above = nodes[above.parent]) if (isType(above.type)) return true;
  return false;
}

function isGenerating(type: string): boolean {
  return isSegmentType(type) && isGenerator(type);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
