import type { SegmentType } from '@solvane/energy/devices/segment-types';
import type { SitePlan } from './site-plan.ts';

export type DeviceKind =
  | 'site'
  | 'inverter'
  | 'turbine'
  | 'batteryInverter'
  | 'batteryContainer'
  | 'batteryString'
  | 'tracker'
  | 'planeOfArray'
  | 'weatherStation'
  | 'mast'
  | 'meter'
  | 'controller'
  | 'pcc';

/** One node of a demo site's tree. */
export interface DemoDevice {
  id: string;
  name: string;
  kind: DeviceKind;
  segmentType: SegmentType;
  /** null: directly below the site, or the site itself. */
  parentId: string | null;
  /** Number within the site, part of its noise seeds; 0 is the site. */
  deviceNo: number;
  /** 1, 2, 3 ... within its kind. */
  index: number;
}

interface KindRow {
  segmentType: SegmentType;
  code: string;
  /** Device numbers of a kind start behind this one, so that a device more of one kind moves no other's noise. */
  numbersAfter: number;
  digits?: number;
}

const KINDS: Readonly<Record<Exclude<DeviceKind, 'site'>, KindRow>> = {
  inverter: { segmentType: 'Inverter', code: 'INV', numbersAfter: 0 },
  turbine: { segmentType: 'WindTurbine', code: 'WT', numbersAfter: 8 },
  batteryInverter: { segmentType: 'BatteryInverter', code: 'BI', numbersAfter: 18 },
  batteryContainer: { segmentType: 'BatteryContainer', code: 'BC', numbersAfter: 22 },
  batteryString: { segmentType: 'BatteryString', code: 'BS', numbersAfter: 26 },
  tracker: { segmentType: 'Tracker', code: 'TR', numbersAfter: 34, digits: 2 },
  planeOfArray: { segmentType: 'PlaneOfArray', code: 'POA', numbersAfter: 50 },
  weatherStation: { segmentType: 'WeatherStation', code: 'WS', numbersAfter: 54 },
  mast: { segmentType: 'WeatherStation', code: 'MAST', numbersAfter: 55 },
  meter: { segmentType: 'Meter', code: 'M', numbersAfter: 56 },
  controller: { segmentType: 'PowerPlantController', code: 'PPC', numbersAfter: 57 },
  pcc: { segmentType: 'PCC', code: 'PCC', numbersAfter: 58 },
};

/** The whole tree of a site, the site itself first, parents before their children. */
export function devicesOf(plan: SitePlan): DemoDevice[] {
  const { solar, wind, storage } = plan;
  const pcc = plan.hasPcc ? [device(plan, 'pcc', 1, null)] : [];
  const gridSide = pcc[0]?.id ?? null;
  return [
    siteDevice(plan),
    ...pcc,
    storage && plan.energyType === 'BESS' ? batteryMeter(plan) : { ...device(plan, 'meter', 1, gridSide), name: 'M' },
    ...(plan.hasController ? [{ ...device(plan, 'controller', 1, gridSide), name: 'PPC' }] : []),
    ...(solar || plan.id === 's10' ? [{ ...device(plan, 'weatherStation', 1, null), name: 'WS' }] : []),
    ...(wind?.hasMast ? [{ ...device(plan, 'mast', 1, null), name: 'Mast' }] : []),
    ...list(solar?.planesOfArray ?? 0, (index) => device(plan, 'planeOfArray', index, null)),
    ...list(solar?.inverters ?? 0, (index) => device(plan, 'inverter', index, null)),
    ...list(trackersOf(plan), (index) => device(plan, 'tracker', index, deviceId(plan, 'inverter', inverterOfTracker(plan, index)))),
    ...list(wind?.layout.length ?? 0, (index) => device(plan, 'turbine', index, null)),
    ...list(storage?.inverters ?? 0, (index) => device(plan, 'batteryInverter', index, null)),
    ...list(storage?.containers ?? 0, (index) => device(plan, 'batteryContainer', index, deviceId(plan, 'batteryInverter', index))),
    ...list((storage?.containers ?? 0) * (storage?.stringsPerContainer ?? 0), (index) =>
      device(plan, 'batteryString', index, deviceId(plan, 'batteryContainer', containerOfString(plan, index))),
    ),
  ];
}

/** Stable and readable: `s02-tr-07`. */
export function deviceId(plan: Pick<SitePlan, 'id'>, kind: Exclude<DeviceKind, 'site'>, index: number): string {
  const { code, digits = 1 } = KINDS[kind];
  return `${plan.id}-${code.toLowerCase()}-${String(index).padStart(digits, '0')}`;
}

function deviceNumber(kind: DeviceKind, index: number): number {
  return kind === 'site' ? 0 : KINDS[kind].numbersAfter + index;
}

/** Which inverter a tracker's modules feed. */
export function inverterOfTracker(plan: SitePlan, tracker: number): number {
  return Math.ceil((tracker * (plan.solar?.inverters ?? 1)) / Math.max(1, trackersOf(plan)));
}

/** Which container a battery string stands in. */
export function containerOfString(plan: SitePlan, string: number): number {
  return Math.ceil(string / Math.max(1, plan.storage?.stringsPerContainer ?? 1));
}

export function trackersOf({ solar }: SitePlan): number {
  return solar?.mounting.kind === 'tracker' ? solar.mounting.trackers : 0;
}

function siteDevice({ id, name }: SitePlan): DemoDevice {
  return { id, name, kind: 'site', segmentType: 'Site', parentId: null, deviceNo: 0, index: 1 };
}

function batteryMeter(plan: SitePlan): DemoDevice {
  return { ...device(plan, 'meter', 1, null), segmentType: 'BatteryMeter', id: `${plan.id}-bm-1`, name: 'BM' };
}

function device(plan: SitePlan, kind: Exclude<DeviceKind, 'site'>, index: number, parentId: string | null): DemoDevice {
  const { segmentType, code, digits = 1 } = KINDS[kind];
  return {
    id: deviceId(plan, kind, index),
    name: kind === 'pcc' ? code : `${code}-${String(index).padStart(digits, '0')}`,
    kind,
    segmentType,
    parentId,
    deviceNo: deviceNumber(kind, index),
    index,
  };
}

function list<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i + 1));
}
