import { standardPressure } from '@solvane/energy/weather/standard-atmosphere';
import { airDensity, densityCorrectedWindSpeed } from '@solvane/energy/wind/air-density';
import { binnedCurve, curvePoints, measuredCurve } from '@solvane/energy/wind/binned-curve';
import type { PowerCurve } from '@solvane/energy/wind/power-curve';
import type { AveragedPlant } from './averaged-plant.ts';
import type { KnownLoss } from './injected-fault.ts';
import { type PlantEquipment, turbineIds } from './minute-plant.ts';

const CUT_OUT = 25;

/** When a turbine did not give what its wind would have allowed. */
export type SpoiledTime = Pick<KnownLoss, 'deviceId' | 'startMs' | 'endMs'>;

/**
 * Power curve of every turbine as measured with intervals of the plant's length.
 *
 * @param losses - what spoils points of the curve
 */
export function fittedCurves(
  plan: PlantEquipment,
  { grid, signals }: AveragedPlant,
  losses: readonly SpoiledTime[] = [],
): Map<string, PowerCurve> {
  const { wind, location } = plan;
  const curves = new Map<string, PowerCurve>();
  if (!wind) return curves;
  const missing = new Float64Array(grid.count).fill(Number.NaN);
  const pressureIfMissing = standardPressure(location.altitude + wind.hubHeight);
  for (const id of turbineIds(plan)) {
    const find = (apCode: string) => signals.get(id)?.find((signal) => signal.apCode === apCode)?.raw;
    const column = (apCode: string) => find(apCode) ?? missing;
    const temperature = find('AmbientTemperature');
    const measured = column('NacelleWindSpeed');
    const windSpeed = temperature
      ? densityCorrectedWindSpeed(measured, airDensity({ temperature, pressure: missing, pressureIfMissing }))
      : measured;
    const excluded = Uint8Array.from({ length: grid.count }, (_, i) => {
      const startMs = grid.startMs + i * grid.stepMs;
      return losses.some((loss) => loss.deviceId === id && loss.startMs < startMs + grid.stepMs && loss.endMs > startMs) ? 1 : 0;
    });
    const power = column('ActivePower');
    const selected = curvePoints({ windSpeed, power, excluded, ratedPower: wind.ratedKw });
    const curve = measuredCurve(binnedCurve({ windSpeed, power, selected, stepHours: grid.stepMs / 3_600_000 }));
    if (curve) curves.set(id, upToCutOut(curve));
  }
  return curves;
}

/** Winds that were never met give what the strongest one gave. */
function upToCutOut({ windSpeed, power }: PowerCurve): PowerCurve {
  if ((windSpeed.at(-1) ?? 0) >= CUT_OUT) return { windSpeed, power };
  return { windSpeed: Float64Array.of(...windSpeed, CUT_OUT), power: Float64Array.of(...power, power.at(-1) ?? Number.NaN) };
}
