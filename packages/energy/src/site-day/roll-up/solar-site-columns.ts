import { isEmpty } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { SMALLEST_IRRADIANCE } from '../../pv/performance-ratio.ts';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { SolarWeather } from '../expect/expectation.ts';
import { ofDay } from '../layout/frame.ts';
import { onceADay } from '../layout/once-a-day.ts';
import type { DerivedColumn } from '../outputs.ts';
import type { SiteDevice } from '../site.ts';

/** An inverter with its light, columns of shape (day.count). */
interface SolarUnit {
  device: SiteDevice;
  /** [W/m²] */
  irradiance: Float64Array;
  /** [°C] */
  cellTemperature: Float64Array;
  /** [kWh] */
  energy: Float64Array;
}

/**
 * Light, yields and the weather-corrected ratio of the modules of a site together.
 *
 * @param context - everything known of the day
 * @returns none at a site without modules
 */
export function solarSiteColumns(context: DetectContext): DerivedColumn[] {
  const { site, frame, signals, tree } = context;
  const units = solarUnits(context);
  const nameplate = units.reduce((sum, { device }) => sum + device.capacityDc, 0);
  if (units.length === 0 || !(nameplate > 0) || frame.day.count === 0) return [];
  const columns: DerivedColumn[] = [];
  const put = (apCode: ApCode, calcType: CalcType, column: Pick<DerivedColumn, 'values' | 'weights'>): void => {
    if (!isEmpty(column.values)) columns.push({ deviceId: site.id, signalId: signalIdOf(apCode, calcType), ...column });
  };
  const toInsolation = (light: Float64Array) => light.map((watts) => (watts * frame.stepHours) / 1000);
  const light = weighted(units, ({ irradiance }) => irradiance, nameplate);
  const insolation = toInsolation(light);
  put('InsolationPOA', 'Calculated', { values: insolation });
  put('ReferenceYield', 'Calculated', { values: insolation });
  put('CellTemperature', 'Calculated', { values: weighted(units, ({ cellTemperature }) => cellTemperature, nameplate) });
  const final = sumOfUnits(units, ({ energy }) => energy).map((kwh) => kwh / nameplate);
  put('FinalYield', 'Calculated', { values: final });
  const dc = dcEnergy(units, context);
  if (dc) put('ArrayYield', 'Calculated', { values: dc.map((kwh) => kwh / nameplate) });
  put('SpecificYield', 'Calculated', { values: final, weights: new Float64Array(final.length).fill(nameplate) });
  put('PerformanceRatioWeatherCorr', 'Calculated', weatherCorrected(units, context));

  const plane = units.find(({ device }) => device.plane)?.device.plane;
  const start = frame.spanInWindow.start + frame.dayInSpan.start;
  const part = (column: Float64Array) => column.slice(start, start + frame.day.count);
  if (plane) {
    const cloudless = part(frame.clearSkyOn(plane));
    put('IrradiancePOA', 'ClearSky', { values: cloudless });
    put('InsolationPOA', 'ClearSky', { values: toInsolation(cloudless) });
  }
  const horizontal = part(frame.clearSkyHorizontal());
  put('IrradianceGHI', 'ClearSky', { values: horizontal });
  const measured = tree.devices.map(({ id }) => signals.find(id, 'IrradianceGHI')?.values).find((values) => values !== undefined);
  if (measured) {
    const index = combine(ofDay(measured, frame), horizontal, (watts, most) => (most >= SMALLEST_IRRADIANCE ? watts / most : Number.NaN));
    put('ClearSkyIndex', 'Calculated', { values: index, weights: horizontal });
  }
  const clean = units.reduce((sum, { device }) => sum + device.capacityDc * (context.memory.devices.get(device.id)?.cleanShare ?? 1), 0);
  const insolationOfDay = insolation.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
  put('SoilingRatio', 'Calculated', onceADay((100 * clean) / nameplate, insolationOfDay, frame));
  return columns;
}

function solarUnits({ expectations, energies, frame }: DetectContext): SolarUnit[] {
  return expectations.flatMap(({ device, weather }): SolarUnit[] => {
    const energy = energies.get(device.id)?.values;
    if (weather?.kind !== 'solar' || !energy || !(device.capacityDc > 0)) return [];
    const { irradiance, cellTemperature }: SolarWeather = weather;
    return [{ device, irradiance: ofDay(irradiance, frame), cellTemperature: ofDay(cellTemperature, frame), energy: ofDay(energy, frame) }];
  });
}

/** What the modules gave. undefined: an inverter does not measure it */
function dcEnergy(units: readonly SolarUnit[], { signals, frame }: DetectContext): Float64Array | undefined {
  const parts = units.map(({ device }) => signals.find(device.id, 'DcPower')?.values);
  const sum = new Float64Array(frame.day.count);
  for (const part of parts) {
    if (!part) return undefined;
    const power = ofDay(part, frame);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + Math.max(0, power[i] ?? Number.NaN) * frame.stepHours;
  }
  return sum;
}

/** Relative to the cell temperature of a typical year, as far as that is known. */
function weatherCorrected(
  units: readonly SolarUnit[],
  { site, memory, frame }: DetectContext,
): { values: Float64Array; weights: Float64Array } {
  const typical = site.typicalCellTemperature ?? memory.typicalCellTemperature ?? Number.NaN;
  const [produced, nominal] = [new Float64Array(frame.day.count), new Float64Array(frame.day.count)];
  for (const { device, irradiance, cellTemperature, energy } of units) {
    for (let i = 0; i < nominal.length; i++) {
      const light = irradiance[i] ?? Number.NaN;
      const correction = 1 + device.temperatureCoefficient * ((cellTemperature[i] ?? Number.NaN) - typical);
      const could = ((device.capacityDc * light * frame.stepHours) / 1000) * correction;
      const made = energy[i] ?? Number.NaN;
      if (!(light >= SMALLEST_IRRADIANCE) || Number.isNaN(could + made)) continue;
      produced[i] = (produced[i] ?? 0) + made;
      nominal[i] = (nominal[i] ?? 0) + could;
    }
  }
  return { values: combine(produced, nominal, (made, could) => (could > 0 ? (100 * made) / could : Number.NaN)), weights: nominal };
}

/** Mean of what the modules see, each inverter weighing by its nameplate; missing where one is. */
function weighted(units: readonly SolarUnit[], pick: (unit: SolarUnit) => Float64Array, nameplate: number): Float64Array {
  const mean = new Float64Array(units[0]?.energy.length ?? 0);
  for (const unit of units) {
    const column = pick(unit);
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + ((column[i] ?? Number.NaN) * unit.device.capacityDc) / nameplate;
  }
  return mean;
}

function sumOfUnits(units: readonly SolarUnit[], pick: (unit: SolarUnit) => Float64Array): Float64Array {
  const sum = new Float64Array(units[0]?.energy.length ?? 0);
  for (const unit of units) {
    const column = pick(unit);
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (column[i] ?? Number.NaN);
  }
  return sum;
}
