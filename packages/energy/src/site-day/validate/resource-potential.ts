import { bestCellTemperature } from '../../pv/cell-temperature.ts';
import { temperatureAdjustedNominalPower } from '../../pv/nominal-power.ts';
import type { ResourcePotential } from '../../quality/site.ts';
import { intervalStarts } from '../../time/interval.ts';
import { type PowerCurveType, powerFromSelectedCurves, selectCurves } from '../../wind/curve-selection.ts';
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
 * What a generator could make of the wind or the light measured at its site: enough to tell held power from a stuck reading, no expectation.
 *
 * @param device - generator
 * @param context - its site on the day
 * @returns shape (window.count). [kW] undefined without a power curve or modules, or where nothing measures the resource
 */
export function potentialOf(device: SiteDevice, context: PotentialContext): ResourcePotential {
  switch (device.energySource) {
    case 'Wind':
      return (telling) => windPotential(device, context, telling);
    case 'PV':
      return (telling) => solarPotential(device, context, telling);
    default:
      return () => undefined;
  }
}

type Telling = Parameters<ResourcePotential>[0];

function windPotential(device: SiteDevice, { site, frame }: PotentialContext, telling: Telling): Float64Array | undefined {
  const { curves } = device;
  const type = CURVE_TYPES.find((each) => curves.some((curve) => curve.type === each));
  const windSpeed =
    telling(device.id, 'NacelleWindSpeed') ??
    firstOf([device.primaryWeatherStationId, device.secondaryWeatherStationId], 'WindSpeed', telling);
  if (type === undefined || windSpeed === undefined) return undefined;
  const unknown = new Float64Array(frame.window.count).fill(Number.NaN);
  const selection = selectCurves({
    curves,
    type,
    fallsBackToNominal: false,
    startsMs: intervalStarts(frame.window),
    zone: site.zone,
    airDensity: unknown,
    windDirection: unknown,
  });
  const isStallRegulated = device.isStallRegulated ?? false;
  return powerFromSelectedCurves({ curves, selection, windSpeed, airDensity: unknown, isStallRegulated });
}

function solarPotential(device: SiteDevice, { tree, frame }: PotentialContext, telling: Telling): Float64Array | undefined {
  const stations = [device.irradianceSensorId, device.id, device.primaryWeatherStationId, device.secondaryWeatherStationId];
  const everywhere = tree.devices.map(({ id }) => id);
  const planeIrradiance = firstOf(stations, 'IrradiancePOA', telling) ?? firstOf(everywhere, 'IrradiancePOA', telling);
  if (!planeIrradiance || !(device.capacityDc > 0)) return undefined;
  const measured = firstOf([...stations, ...everywhere], 'AmbientTemperature', telling);
  const ambientTemperature = new Float64Array(frame.window.count).fill(ASSUMED_TEMPERATURE);
  if (measured) for (let i = 0; i < ambientTemperature.length; i++) ambientTemperature[i] = known(measured[i], ASSUMED_TEMPERATURE);
  const power = temperatureAdjustedNominalPower({
    planeIrradiance,
    cellTemperature: bestCellTemperature({
      planeIrradiance,
      ambientTemperature,
      windSpeed: new Float64Array(frame.window.count).fill(Number.NaN),
      ...(device.mounting && { mounting: device.mounting }),
    }),
    nameplate: device.capacityDc,
    temperatureCoefficient: device.temperatureCoefficient,
  });
  if (device.capacityAc > 0) for (let i = 0; i < power.length; i++) power[i] = Math.min(power[i] ?? Number.NaN, device.capacityAc);
  return power;
}

function known(value: number | undefined, otherwise: number): number {
  return value === undefined || Number.isNaN(value) ? otherwise : value;
}

function firstOf(ids: readonly (string | undefined)[], apCode: string, telling: Telling): Float64Array | undefined {
  for (const id of ids) {
    const column = id === undefined ? undefined : telling(id, apCode);
    if (column) return column;
  }
  return undefined;
}
