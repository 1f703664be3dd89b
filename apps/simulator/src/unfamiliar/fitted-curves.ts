import { standardPressure } from '@solvane/energy/weather/standard-atmosphere';
import { airDensity, densityCorrectedWindSpeed } from '@solvane/energy/wind/air-density';
import { binnedCurve, curvePoints, measuredCurve } from '@solvane/energy/wind/binned-curve';
import type { PowerCurve } from '@solvane/energy/wind/power-curve';
import type { AveragedPlant } from './averaged-plant.ts';
import { type MinutePlant, turbineIds } from './minute-plant.ts';

const CUT_OUT = 25;

/** Power curve of every turbine as measured with intervals of the plant's length, without what its faults spoil. */
export function fittedCurves({ plan, losses }: MinutePlant, { grid, signals }: AveragedPlant): Map<string, PowerCurve> {
  const { wind, location } = plan;
  const curves = new Map<string, PowerCurve>();
  if (!wind) return curves;
  const pressure = standardPressure(location.altitude + wind.hubHeight);
  for (const id of turbineIds(plan)) {
    const column = (apCode: string) => signals.get(id)?.find((signal) => signal.apCode === apCode)?.raw ?? new Float64Array(grid.count);
    const temperature = column('AmbientTemperature');
    const missing = new Float64Array(grid.count).fill(Number.NaN);
    const density = airDensity({ temperature, pressure: missing, pressureIfMissing: pressure });
    const windSpeed = densityCorrectedWindSpeed(column('NacelleWindSpeed'), density);
    const excluded = Uint8Array.from({ length: grid.count }, (_, i) => {
      const startMs = grid.startMs + i * grid.stepMs;
      return losses.some((loss) => loss.deviceId === id && loss.startMs < startMs + grid.stepMs && loss.endMs > startMs) ? 1 : 0;
    });
    const power = column('ActivePower');
    const selected = curvePoints({ windSpeed, power, excluded, ratedPower: wind.ratedKw });
    const measured = measuredCurve(binnedCurve({ windSpeed, power, selected, stepHours: grid.stepMs / 3_600_000 }));
    if (measured) curves.set(id, upToCutOut(measured));
  }
  return curves;
}

/** Winds that were never met give what the strongest one gave. */
function upToCutOut({ windSpeed, power }: PowerCurve): PowerCurve {
  if ((windSpeed.at(-1) ?? 0) >= CUT_OUT) return { windSpeed, power };
  return { windSpeed: Float64Array.of(...windSpeed, CUT_OUT), power: Float64Array.of(...power, power.at(-1) ?? Number.NaN) };
}
