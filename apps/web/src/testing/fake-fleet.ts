import type { EnergyType, Enterprise, SegmentNode, Site } from '@solvane/contract/fleet';
import { enterpriseIdSchema, segmentIdSchema, siteIdSchema } from '@solvane/contract/ids';

export interface FleetPart {
  id: string;
  name: string;
  type: string;
  children?: FleetPart[];
  isDisabled?: boolean;
}

export interface SitePart {
  id: string;
  name: string;
  energyType: EnergyType;
  enterprise: string;
  contractors?: string[];
  country?: string;
  timezone?: string | null;
  portfolio?: string | null;
  isPublished?: boolean;
  isPending?: boolean;
  parts: FleetPart[];
}

export const ENTERPRISES: Enterprise[] = [
  { id: enterpriseIdSchema.parse('aurora'), name: 'Aurora' },
  { id: enterpriseIdSchema.parse('prairie'), name: 'Prairie' },
  { id: enterpriseIdSchema.parse('southern'), name: 'Southern' },
];

/** Sites that look like a real fleet: different sources, depths, zones, and one with everything that can be wrong. */
export const SITES: SitePart[] = [
  {
    id: 'S01',
    name: 'Guadal',
    energyType: 'PV',
    enterprise: 'aurora',
    country: 'ES',
    timezone: 'Europe/Madrid',
    portfolio: 'Iberia',
    parts: solarPark('S01', 4),
  },
  {
    id: 'S02',
    name: 'Malar',
    energyType: 'PV',
    enterprise: 'aurora',
    country: 'SE',
    timezone: 'Europe/Stockholm',
    parts: solarPark('S02', 3),
  },
  {
    id: 'S03',
    name: 'Lammer',
    energyType: 'Wind',
    enterprise: 'aurora',
    country: 'GB',
    timezone: 'Europe/London',
    parts: windFarm('S03', 8),
  },
  {
    id: 'S04',
    name: 'Norrvind',
    energyType: 'Wind',
    enterprise: 'aurora',
    contractors: ['prairie'],
    country: 'SE',
    timezone: 'Europe/Stockholm',
    parts: windFarm('S04', 6),
  },
  { id: 'S05', name: 'Trent', energyType: 'BESS', enterprise: 'prairie', country: 'GB', timezone: 'Europe/London', parts: storage('S05') },
  {
    id: 'S06',
    name: 'Pecan',
    energyType: 'PV',
    enterprise: 'prairie',
    country: 'US',
    timezone: 'America/Chicago',
    parts: solarPark('S06', 2),
  },
  {
    id: 'S07',
    name: 'Mojave',
    energyType: 'Hybrid',
    enterprise: 'southern',
    country: 'US',
    timezone: 'America/Los_Angeles',
    parts: solarPark('S07', 2),
  },
  {
    id: 'S08',
    name: 'Caatinga',
    energyType: 'Hybrid',
    enterprise: 'southern',
    country: 'BR',
    timezone: null,
    isPublished: false,
    isPending: true,
    parts: [
      { id: 'S08-WT1', name: 'WT-1', type: 'WindTurbine', isDisabled: true },
      { id: 'S08-WT2', name: 'WT-2', type: 'WindTurbine' },
    ],
  },
];

export function toSite(part: SitePart): Site {
  return {
    siteSegmentId: segmentIdSchema.parse(part.id),
    siteId: siteIdSchema.parse(part.id),
    enterpriseId: enterpriseIdSchema.parse(part.enterprise),
    contractorEnterpriseIds: (part.contractors ?? []).map((id) => enterpriseIdSchema.parse(id)),
    name: part.name,
    visibilityState: part.isPublished === false ? 'Unpublished' : 'Published',
    metadata: {
      timezone: part.timezone ?? null,
      latitude: part.timezone === null ? null : 40,
      longitude: part.timezone === null ? null : -3,
      signalCalcPeriod: 'PT10M',
      country: part.country ?? null,
      plantOperator: null,
      portfolio: part.portfolio ?? null,
      energyType: part.energyType,
      operatingRegion: null,
    },
    ratedPowerKw: 20_000,
    currency: null,
    segmentCount: countParts(part.parts) + 1,
    treeVersion: 1,
    configurationState: part.isPending ? { state: 'pending', sinceMs: 0, why: 'contract' } : { state: 'ready' },
  };
}

export function toSegments(part: SitePart): SegmentNode {
  const site = toSite(part);
  const toNode = (
    { id, name, type, children = [], isDisabled = false }: FleetPart,
    parentId: string | null,
    level: number,
  ): SegmentNode => ({
    id: segmentIdSchema.parse(id),
    name,
    segmentType: type,
    parentId: parentId === null ? null : segmentIdSchema.parse(parentId),
    level,
    isSite: level === 0,
    siteSegmentId: site.siteSegmentId,
    siteEnterpriseId: site.enterpriseId,
    contractorEnterpriseIds: site.contractorEnterpriseIds,
    isDisabled,
    energyType: site.metadata.energyType,
    children: children.map((child) => toNode(child, id, level + 1)),
  });
  return toNode({ id: part.id, name: part.name, type: 'Site', children: part.parts }, null, 0);
}

/** Many sites with as many devices as wanted: for measuring. */
export function largeFleet({ siteCount, devicesPerSite }: { siteCount: number; devicesPerSite: number }): SitePart[] {
  return Array.from({ length: siteCount }, (_, index) => {
    const id = `L${String(index + 1).padStart(4, '0')}`;
    const groups = Math.max(1, Math.round(devicesPerSite / 10));
    const parts = Array.from({ length: groups }, (__, group) => ({
      id: `${id}-I${group + 1}`,
      name: `INV-${group + 1}`,
      type: 'Inverter',
      children: Array.from({ length: 9 }, (___, string) => ({
        id: `${id}-I${group + 1}-S${string + 1}`,
        name: `String ${string + 1}`,
        type: 'String',
      })),
    }));
    return {
      id,
      name: `Site ${index + 1}`,
      energyType: 'PV',
      enterprise: 'aurora',
      country: 'ES',
      timezone: 'Europe/Madrid',
      parts,
    } satisfies SitePart;
  });
}

function solarPark(site: string, inverters: number): FleetPart[] {
  return [
    ...Array.from({ length: inverters }, (_, index) => ({
      id: `${site}-INV${index + 1}`,
      name: `INV-${index + 1}`,
      type: 'Inverter',
      children: [1, 2].map((string) => ({ id: `${site}-INV${index + 1}-C${string}`, name: `CB-${index + 1}.${string}`, type: 'Combiner' })),
    })),
    {
      id: `${site}-POA`,
      name: 'Plane of array',
      type: 'PlaneOfArray',
      children: [1, 2, 3].map((sensor) => ({ id: `${site}-POA${sensor}`, name: `POA-${sensor}`, type: 'IrradianceSensor' })),
    },
    {
      id: `${site}-WS`,
      name: 'Weather station',
      type: 'WeatherStation',
      children: [{ id: `${site}-T1`, name: 'Ambient 1', type: 'AmbientTemperatureSensor' }],
    },
    { id: `${site}-MET`, name: 'Meter', type: 'Meter' },
  ];
}

function windFarm(site: string, turbines: number): FleetPart[] {
  return [
    ...Array.from({ length: turbines }, (_, index) => ({ id: `${site}-WT${index + 1}`, name: `WT-${index + 1}`, type: 'WindTurbine' })),
    { id: `${site}-MET`, name: 'Meter', type: 'Meter' },
  ];
}

function storage(site: string): FleetPart[] {
  return [1, 2].map((bank) => ({
    id: `${site}-BI${bank}`,
    name: `BI-${bank}`,
    type: 'BatteryInverter',
    children: [
      {
        id: `${site}-BC${bank}`,
        name: `BC-${bank}`,
        type: 'BatteryContainer',
        children: [1, 2, 3].map((string) => ({
          id: `${site}-BS${bank}${string}`,
          name: `String ${bank}.${string}`,
          type: 'BatteryString',
        })),
      },
    ],
  }));
}

function countParts(parts: readonly FleetPart[]): number {
  return parts.reduce((sum, { children = [] }) => sum + 1 + countParts(children), 0);
}
