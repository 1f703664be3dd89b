import { isGenerator } from '../../devices/segment-types.ts';
import type { ReportedSignal, SiteDayInputs } from '../inputs.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';

/** Setpoints a generator is under, shape (window.count). [kW] */
interface Setpoints {
  own?: Float64Array;
  /** For all generators together. */
  plant?: Float64Array;
}

/** The devices of a site with the questions every stage has about them. */
export interface DeviceTree {
  /** By id: the order in which they are listed plays no part in any result. */
  devices: readonly SiteDevice[];
  generators: readonly SiteDevice[];
  /** Generators a plant controller turns down: all but batteries. [kW] */
  controlledCapacity: number;
  find(id: string | undefined): SiteDevice | undefined;
  isGenerator(device: SiteDevice): boolean;
  /** Parent first. Events raised on them hold for the device: parents, the site, its grid connection, meters and controllers. */
  ancestorsOf(device: SiteDevice): readonly SiteDevice[];
  /** The device, its parent and so on, the site last: where its configuration is looked up. */
  lineageOf(device: SiteDevice): readonly string[];
  setpointsOf(device: SiteDevice, signals: SiteDayInputs['signals']): Setpoints;
}

/** Their events hold for every generator although no generator stands below them. */
const PLANT_WIDE: readonly SiteDevice['segmentType'][] = ['PCC', 'PowerPlantController', 'Meter'];
const SETPOINT = 'CurtailmentSetpoint';

/**
 * Puts the devices of a site in order.
 *
 * @param site - configuration
 */
export function deviceTree({ id: siteId, devices: unordered }: SiteConfiguration): DeviceTree {
  const devices = [...unordered].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const byId = new Map(devices.map((device) => [device.id, device]));
  const generators = devices.filter(({ segmentType }) => isGenerator(segmentType));
  const isOne = new Set(generators);
  const plantWide = devices.filter(({ segmentType, id }) => PLANT_WIDE.includes(segmentType) || id === siteId);
  const controllers = [...plantWide].sort(
    (a, b) => Number(b.segmentType === 'PowerPlantController') - Number(a.segmentType === 'PowerPlantController'),
  );

  const parentsOf = (device: SiteDevice): SiteDevice[] => {
    const parents: SiteDevice[] = [];
    for (let parent = byId.get(device.parentId ?? ''); parent && !parents.includes(parent); parent = byId.get(parent.parentId ?? '')) {
      parents.push(parent);
    }
    return parents;
  };
  return {
    devices,
    generators,
    controlledCapacity: sumOf(generators.filter(({ energySource }) => energySource !== 'BESS')),
    find: (id) => byId.get(id ?? ''),
    isGenerator: (device) => isOne.has(device),
    ancestorsOf: (device) => {
      const parents = parentsOf(device);
      const others = isOne.has(device) ? plantWide.filter((each) => each !== device && !parents.includes(each)) : [];
      return [...parents, ...others];
    },
    lineageOf: (device) => [...new Set([device.id, ...parentsOf(device).map(({ id }) => id), siteId])],
    setpointsOf: (device, signals) => {
      const own = rawColumn(signals.get(device.id), SETPOINT);
      const plant =
        device.energySource === 'BESS'
          ? undefined
          : controllers.map(({ id }) => rawColumn(signals.get(id), SETPOINT)).find((column) => column !== undefined);
      return { ...(own && { own }), ...(plant && { plant }) };
    },
  };
}

/**
 * AC rating of several devices together.
 *
 * @param devices - those without a rating count nothing
 * @returns [kW]
 */
export function sumOf(devices: readonly Pick<SiteDevice, 'capacityAc'>[]): number {
  return devices.reduce((sum, { capacityAc }) => sum + (capacityAc > 0 ? capacityAc : 0), 0);
}

function rawColumn(signals: readonly ReportedSignal[] | undefined, apCode: string): Float64Array | undefined {
  return signals?.find((signal) => signal.apCode === apCode)?.raw;
}
