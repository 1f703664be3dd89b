import type { EnergyType, Site } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { fold, searchTerms } from '../../shared/text/fold.ts';
import { hasChildren, type SiteTree } from '../../workspace/fleet/site-tree.ts';

export interface DeviceChoice {
  /** What the form carries: a site's id, or a segment's. */
  id: string;
  name: string;
  /** In the user's language. */
  type: string;
  energyType: EnergyType;
  level: number;
  isCheckable: boolean;
  canOpen: boolean;
  isOpen: boolean;
}

interface ChoicesQuestion {
  sites: readonly Site[];
  trees: ReadonlyMap<SiteId, SiteTree>;
  field: Pick<DeviceSelectProps['field'], 'selects' | 'segmentTypes' | 'energyTypes'>;
  search: string;
  open: ReadonlySet<string>;
  typeLabel: (type: string) => string;
}

/** Rows of the list: sites, and the devices of those that are open; a search shows every hit by itself. */
export function toDeviceChoices({ sites, trees, field, search, open, typeLabel }: ChoicesQuestion): DeviceChoice[] {
  const words = searchTerms(search);
  const isHit = (name: string, type: string): boolean => {
    const text = fold(`${name} ${type}`);
    return words.every((word) => text.includes(word));
  };
  const takes = (type: string, energyType: EnergyType): boolean =>
    (field.segmentTypes?.includes(type) ?? true) && (field.energyTypes?.includes(energyType) ?? true);

  return sites.flatMap((site): DeviceChoice[] => {
    const { energyType } = site.metadata;
    const tree = field.selects === 'segments' ? trees.get(site.siteId) : undefined;
    const id: string = field.selects === 'sites' ? site.siteId : site.siteSegmentId;
    const own: DeviceChoice = {
      id,
      name: site.name,
      type: typeLabel('Site'),
      energyType,
      level: 0,
      isCheckable: field.selects === 'sites' ? takesSite(field.energyTypes, energyType) : takes('Site', energyType),
      canOpen: tree !== undefined && hasChildren(tree, 0),
      isOpen: open.has(id),
    };
    const below = tree ? nodesOf(tree, { open, isSearch: words.length > 0, takes, typeLabel }) : [];
    if (words.length === 0) return [own, ...below];
    const hits = below.filter(({ name, type }) => isHit(name, type));
    return isHit(own.name, own.type) || hits.length > 0 ? [{ ...own, isOpen: hits.length > 0 }, ...hits] : [];
  });
}

interface NodesQuestion extends Pick<ChoicesQuestion, 'open' | 'typeLabel'> {
  isSearch: boolean;
  takes: (type: string, energyType: EnergyType) => boolean;
}

function nodesOf(tree: SiteTree, { open, isSearch, takes, typeLabel }: NodesQuestion): DeviceChoice[] {
  const found: DeviceChoice[] = [];
  for (let at = 0; at < tree.nodes.length; ) {
    const node = tree.nodes[at];
    if (!node) break;
    const isOpen = open.has(node.id);
    if (at > 0)
      found.push({
        id: node.id,
        name: node.name,
        type: typeLabel(node.type),
        energyType: node.energyType,
        level: isSearch ? 1 : node.level,
        isCheckable: !node.isDisabled && takes(node.type, node.energyType),
        canOpen: !isSearch && hasChildren(tree, at),
        isOpen,
      });
    at = isSearch || isOpen ? at + 1 : node.end;
  }
  return found;
}

function takesSite(energyTypes: readonly string[] | undefined, energyType: EnergyType): boolean {
  return energyTypes?.includes(energyType) ?? true;
}
