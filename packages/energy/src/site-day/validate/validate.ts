import type { ModulePlane } from '../../pv/clear-sky-model.ts';
import type { QualityDevice, QualitySignal, SignalQuality } from '../../quality/site.ts';
import { validateSite } from '../../quality/validate-site.ts';
import type { ReportedSignal, SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteMemory } from '../memory.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import type { ReportedState } from './reported-state.ts';
import { potentialOf } from './resource-potential.ts';
import type { ValidatedSignals } from './validated-signals.ts';

/**
 * Stage 1: checks every signal, and fills what is missing or wrong.
 *
 * @param site - with its quality rules
 * @param tree - its devices
 * @param frame - of the day
 * @param context - what arrived, states of controllers, what was learned from earlier days
 */
export function validate(
  site: SiteConfiguration,
  tree: DeviceTree,
  frame: SiteFrame,
  { inputs, states, memory }: { inputs: SiteDayInputs; states: ReadonlyMap<string, ReportedState>; memory: SiteMemory },
): ValidatedSignals {
  const planes = planeOwners(tree);
  const potentials = potentialOf({ site, tree, frame });
  const toSignal = (device: SiteDevice, reported: ReportedSignal): QualitySignal => {
    const clearSky = clearSkyOf(reported.apCode, device.plane ?? planes, frame);
    const learned = memory.devices.get(device.id)?.signals.get(reported.apCode);
    return clearSky || learned ? { ...reported, ...(clearSky && { clearSky }), ...(learned && { learned }) } : reported;
  };
  const devices = tree.devices.map((device): QualityDevice => {
    const resolutionOf = memory.devices.get(device.id)?.resolutionOf;
    return {
      ...device,
      ...states.get(device.id),
      ...(resolutionOf && { resolutionOf }),
      ...(tree.isGenerator(device) && { potential: potentials(device) }),
      signals: (inputs.signals.get(device.id) ?? []).map((reported) => toSignal(device, reported)),
    };
  });
  const { satellite, externalWeather } = inputs;
  const validated = validateSite(
    {
      zone: site.zone,
      grid: frame.window,
      core: frame.spanInWindow,
      ...(site.maxHoldMinutes !== undefined && { maxHoldMinutes: site.maxHoldMinutes }),
      sunElevation: frame.sunElevation,
      devices,
      ...(satellite && { satellite }),
      ...(externalWeather && { externalWeather }),
    },
    site.quality,
  );
  const byDevice = new Map<string, Map<string, SignalQuality>>();
  for (const { id, signals } of validated) {
    const byCode = new Map<string, SignalQuality>();
    for (const signal of signals) byCode.set(signal.apCode, signal);
    byDevice.set(id, byCode);
  }
  return {
    devices: validated,
    signalsOf: (deviceId) => byDevice.get(deviceId) ?? new Map(),
    find: (deviceId, apCode) => byDevice.get(deviceId ?? '')?.get(apCode),
  };
}

/** Sensors without a described plane lie in that of the modules, if the site has only one. */
function planeOwners(tree: DeviceTree): ModulePlane | undefined {
  const planes = tree.generators.flatMap(({ plane }) => (plane ? [plane] : []));
  const [first] = planes;
  return planes.every((plane) => planeKey(plane) === planeKey(first)) ? first : undefined;
}

function clearSkyOf(apCode: string, plane: ModulePlane | undefined, frame: SiteFrame): Float64Array | undefined {
  if (apCode === 'IrradianceGHI') return frame.clearSkyHorizontal();
  return apCode === 'IrradiancePOA' && plane ? frame.clearSkyOn(plane) : undefined;
}

function planeKey(plane: ModulePlane | undefined): string {
  return JSON.stringify(plane);
}
