import { type LargeSite, largeFleet } from '@solvane/simulator/large-fleet';

const SITES = 1_000;
const SEGMENTS = 100_000;
const BIG_SITE_SEGMENTS = 5_000;

interface Node {
  id: string;
  name: string;
  segmentType: string;
  parentId: string | null;
  level: number;
  isSite: boolean;
  siteSegmentId: string;
  siteEnterpriseId: string;
  contractorEnterpriseIds: string[];
  isDisabled: boolean;
  energyType: string;
  children: Node[];
}

/** A fleet as the device tree's endpoints answer it. */
export interface ShellFleet {
  enterprises: { id: string; name: string }[];
  sites: { siteId: string; [name: string]: unknown }[];
  trees: Map<string, Node>;
}

/** 1,000 sites with 100,000 segments, one of them with 5,000: the first site. */
export function shellFleet(): ShellFleet {
  const big = largeFleet({ sites: 1, segments: BIG_SITE_SEGMENTS });
  const rest = largeFleet({ sites: SITES, segments: SEGMENTS - BIG_SITE_SEGMENTS });
  const [first] = [...big.sites()];
  const described = [...rest.sites()].map((site, index) => (index === 0 && first ? first : site));
  return {
    enterprises: rest.enterprises,
    sites: described.map(toSite),
    trees: new Map(described.map((site) => [site.id, toTree(site)])),
  };
}

function toSite(site: LargeSite): ShellFleet['sites'][number] {
  const { id, name, enterpriseId, timezone, latitude, longitude, country, plantOperator, portfolio, energyType, operatingRegion } = site;
  return {
    siteId: id,
    siteSegmentId: `${id}-root`,
    enterpriseId,
    contractorEnterpriseIds: [],
    name,
    visibilityState: 'Published',
    metadata: { timezone, latitude, longitude, signalCalcPeriod: 'PT10M', country, plantOperator, portfolio, energyType, operatingRegion },
    ratedPowerKw: 1_000,
    segmentCount: (site.segments ?? []).length + 1,
    treeVersion: 1,
    configurationState: { state: 'ready' },
  };
}

function toTree(site: LargeSite): Node {
  const node = (part: { id: string; name: string; type: string }, level: number): Node => ({
    id: part.id,
    name: part.name,
    segmentType: part.type,
    parentId: level === 0 ? null : `${site.id}-root`,
    level,
    isSite: level === 0,
    siteSegmentId: `${site.id}-root`,
    siteEnterpriseId: site.enterpriseId,
    contractorEnterpriseIds: [],
    isDisabled: false,
    energyType: site.energyType ?? 'PV',
    children: [],
  });
  const root = node({ id: `${site.id}-root`, name: site.name, type: 'Site' }, 0);
  const byId = new Map<string, Node>();
  for (const segment of site.segments ?? []) {
    const parent = segment.parentId == null ? root : (byId.get(segment.parentId) ?? root);
    const child = { ...node(segment, parent.level + 1), parentId: parent.id };
    byId.set(segment.id, child);
    parent.children.push(child);
  }
  return root;
}
