import { POWER_CURVE_SIGNALS } from '@solvane/contract/widgets/power-curve';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import { REFERENCE_AIR_DENSITY, windSpeedForDensity } from '@solvane/energy/wind/air-density';
import { seriesResultOf } from '../../shared/series/series-columns.ts';
import { deviceName, devicePoints } from '../../shared/series/series-points.ts';
import type { PowerCurveProps } from './power-curve-props.ts';

/** Points of one device with both values. */
export interface CurvePoints {
  name: string;
  segmentId: string;
  timesMs: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

/** Points that bins and lines rest on, as they were measured: those that events held down are still among them. Wind at the density of the curve. */
export function curvePoints({ settings, page, data }: PowerCurveProps): CurvePoints[] {
  if (!data.points) return [];
  const { measures, density } = settings;
  const devices = (measures === 'turbines' ? (['WindTurbine', 'Turbine'] as const) : (['Inverter'] as const)).flatMap(
    (level) => devicesAt(page, level) ?? [],
  );
  const { series } = seriesResultOf(data.points);
  const densities = new Map(data.measured.items.map(({ segmentId, curve }) => [segmentId as string, curve?.airDensity]));
  return devicePoints(series, { devices, signalIds: POWER_CURVE_SIGNALS[measures], needed: 2, page }).map(
    ({ device, timesMs, columns }) => {
      const [x = null, y = null, airDensity = null] = columns;
      const isCorrected = measures === 'turbines' && density && x !== null && airDensity !== null;
      const wind = isCorrected
        ? windSpeedForDensity({
            windSpeed: x,
            airDensity,
            curveDensity: densities.get(device.segmentId) ?? REFERENCE_AIR_DENSITY,
            densityIfMissing: REFERENCE_AIR_DENSITY,
          })
        : (x ?? new Float64Array(0));
      const power = y ?? new Float64Array(0);
      const isPoint = (i: number) => !Number.isNaN((wind[i] ?? Number.NaN) + (power[i] ?? Number.NaN));
      const keep = (column: Float64Array) => column.filter((_, i) => isPoint(i));
      return { name: deviceName(device, devices), segmentId: device.segmentId, timesMs: keep(timesMs), x: keep(wind), y: keep(power) };
    },
  );
}
