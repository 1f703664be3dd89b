import { bestCellTemperature } from '../../pv/cell-temperature.ts';
import { temperatureAdjustedNominalPower } from '../../pv/nominal-power.ts';
import type { ResourcePotential } from '../../quality/site.ts';
import { intervalStarts } from '../../time/interval.ts';
import { powerFromSelectedCurves, selectCurves } from '../../wind/curve-selection.ts';
import type { PowerCurveType } from '../../wind/power-curve-types.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteFrame } from '../layout/frame.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';

export interface PotentialContext {
  site: SiteConfiguration;
  tree: DeviceTree;
  frame: SiteFrame;
}

/** Air temperature where none is measured. [°C] */
const ASSUMED_TEMPERATURE = 20;
const CURVE_TYPES: readonly PowerCurveType[] = ['Nominal', 'Effective', 'Warranted', 'Reference'];

/**
 * What generators could make of the wind or the light measured at their site: enough to tell held power from a stuck reading, no expectation.
 *
 * @param context - the site on the day
 * @returns by generator: shape (part). [kW] undefined without a power curve or modules, or where nothing measures the resource
 */
export function potentialOf(context: PotentialContext): (device: SiteDevice) => ResourcePotential {
  const loads = new Map<string, Float64Array>();
  return (device) => (telling, part) => {
    if (device.energySource === 'Wind') return windPotential(device, context, { telling, part });
    return device.energySource === 'PV' ? solarPotential(device, { ...context, loads }, { telling, part }) : undefined;
  };
}

interface Asked {
  telling: Parameters<ResourcePotential>[0];
  part: Parameters<ResourcePotential>[1];
}

function windPotential(device: SiteDevice, { site, frame }: PotentialContext, { telling, part }: Asked): Float64Array | undefined {
  const { curves } = device;
  const type = CURVE_TYPES.find((each) => curves.some((curve) => curve.type === each));
  const masts = [device.primaryWeatherStationId, device.secondaryWeatherStationId];
  const windSpeed = telling(device.id, 'NacelleWindSpeed') ?? firstOf(masts, 'WindSpeed', telling);
  if (type === undefined || windSpeed === undefined) return undefined;
  const unknown = missing(part);
  const { startMs, stepMs } = frame.window;
  const selection = selectCurves({
    curves,
    type,
    fallsBackToNominal: false,
    startsMs: intervalStarts({ startMs: startMs + part.start * stepMs, stepMs, count: unknown.length }),
    zone: site.zone,
    airDensity: unknown,
    windDirection: unknown,
  });
  return powerFromSelectedCurves({
    curves,
    selection,
    windSpeed,
    airDensity: unknown,
    isStallRegulated: device.isStallRegulated ?? false,
  });
}

interface LoadContext extends PotentialContext {
  /** Power per kW of modules: inverters under one sensor share it. */
  loads: Map<string, Float64Array>;
}

function solarPotential(device: SiteDevice, { tree, loads }: LoadContext, { telling, part }: Asked): Float64Array | undefined {
  if (!(device.capacityDc > 0)) return undefined;
  const everywhere = tree.devices.map(({ id }) => id);
  const stations = [device.irradianceSensorId, device.id, device.primaryWeatherStationId, device.secondaryWeatherStationId, ...everywhere];
  const sensor = stations.find((id) => id !== undefined && telling(id, 'IrradiancePOA') !== undefined);
  const planeIrradiance = sensor === undefined ? undefined : telling(sensor, 'IrradiancePOA');
  if (!planeIrradiance) return undefined;
  const key = [sensor, device.mounting, device.temperatureCoefficient, part.start, part.end].join(' ');
  const load = loads.get(key) ?? loadOf(device, planeIrradiance, firstOf(stations, 'AmbientTemperature', telling));
  loads.set(key, load);
  const limit = device.capacityAc > 0 ? device.capacityAc : Number.POSITIVE_INFINITY;
  const power = new Float64Array(load.length);
  for (let k = 0; k < power.length; k++) power[k] = Math.min(limit, device.capacityDc * (load[k] ?? Number.NaN));
  return power;
}

function loadOf(device: SiteDevice, planeIrradiance: Float64Array, measured: Float64Array | undefined): Float64Array {
  const ambientTemperature = new Float64Array(planeIrradiance.length).fill(ASSUMED_TEMPERATURE);
  for (let k = 0; k < ambientTemperature.length; k++) {
    const degrees = measured?.[k] ?? Number.NaN;
    if (!Number.isNaN(degrees)) ambientTemperature[k] = degrees;
  }
  const windSpeed = new Float64Array(planeIrradiance.length).fill(Number.NaN);
  return temperatureAdjustedNominalPower({
    planeIrradiance,
    cellTemperature: bestCellTemperature({
      planeIrradiance,
      ambientTemperature,
      windSpeed,
      ...(device.mounting && { mounting: device.mounting }),
    }),
    nameplate: 1,
    temperatureCoefficient: device.temperatureCoefficient,
  });
}

function missing({ start, end }: Asked['part']): Float64Array {
  return new Float64Array(end - start).fill(Number.NaN);
}

function firstOf(ids: readonly (string | undefined)[], apCode: string, telling: Asked['telling']): Float64Array | undefined {
  for (const id of ids) {
    const column = id === undefined ? undefined : telling(id, apCode);
    if (column) return column;
  }
  return undefined;
}
