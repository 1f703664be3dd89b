import { columnSpace, percentOf, scaled } from '@solvane/series/columns';
import { combine } from '@solvane/series/combine';
import { availabilityOf, productionAvailability } from '../../availability/availability.ts';
import { availableCapacity } from '../../availability/low-resource.ts';
import { decidingSlices, eventShare, NO_SLICE } from '../../events/timeline-columns.ts';
import { clippedIntervals, clippingLoss } from '../../pv/clipping.ts';
import { SMALLEST_IRRADIANCE } from '../../pv/performance-ratio.ts';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import { densityCorrectedWindSpeed } from '../../wind/air-density.ts';
import { pitchSpread, powerInWind, yawErrorColumn } from '../../wind/turbine-indicators.ts';
import type { DeviceAvailability } from '../availability/site-availability.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import type { Expectation, SolarWeather, TurbineWeather } from '../expect/expectation.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from '../losses/device-losses.ts';
import type { DerivedColumn } from '../outputs.ts';

/** Everything a generator's derived columns are made of. */
export interface DeviceResult {
  expectation: Expectation;
  losses: DeviceLosses;
  availability: DeviceAvailability;
}

type Put = (apCode: ApCode, calcType: CalcType, values: Float64Array, weights?: Float64Array) => void;

/**
 * Derived columns of one generator: expectations, losses, availability and the key figures of its kind.
 *
 * @param result - of the stages before
 * @param context - everything known of the day
 */
export function deviceColumns(result: DeviceResult, context: DetectContext): DerivedColumn[] {
  const columns: DerivedColumn[] = [];
  const { device } = result.expectation;
  const put: Put = (apCode, calcType, values, weights) => {
    columns.push({ deviceId: device.id, signalId: signalIdOf(apCode, calcType), values, ...(weights && { weights }) });
  };
  putExpectation(result, context, put);
  putLosses(result, put);
  putAvailability(result, context, put);
  const { weather } = result.expectation;
  if (weather?.kind === 'solar') putSolar(result, weather, context, put);
  if (weather?.kind === 'turbine') putTurbine(result, weather, context, put);
  return columns;
}

function putExpectation(
  { expectation: { theoretical, expected, energy }, losses }: DeviceResult,
  { frame }: DetectContext,
  put: Put,
): void {
  put('ActivePower', 'Theoretical', ofDay(theoretical, frame));
  put('ActivePower', 'Expected', ofDay(expected.power, frame));
  put('ActivePower', 'ExpectedMethod', ofDay(expected.method, frame));
  put('ActiveEnergy', 'Theoretical', scaled(ofDay(theoretical, frame), frame.stepHours));
  put('ActiveEnergy', 'Expected', ofDay(energy, frame));
  put('ActiveEnergy', 'ExpectedAtPcc', losses.expectedAtConnection);
  const { produced, expected: wanted } = losses.interval;
  put('PowerPerformanceIndex', 'Calculated', percentOf(produced, wanted), wanted);
}

function putLosses({ losses, availability }: DeviceResult, put: Put): void {
  const { allocation, residual, lost, revenueLost } = losses;
  put('ActiveEnergy', 'Lost', lost);
  put('ActiveEnergy', 'LostDowntime', allocation.downtime);
  put('ActiveEnergy', 'LostCurtailment', allocation.curtailment);
  put('ActiveEnergy', 'LostDegraded', allocation.degraded);
  put('ActiveEnergy', 'LostCommunication', allocation.communication);
  put('ActiveEnergy', 'LostUnknown', allocation.unknown);
  put('ActiveEnergy', 'LostSnow', residual.snow);
  put('ActiveEnergy', 'LostSoiling', residual.soiling);
  put('ActiveEnergy', 'LostResidual', residual.rest);
  put('ActiveEnergy', 'LostContractual', availability.contractualLoss);
  put('ActiveEnergy', 'RevenueLost', revenueLost);
}

/** Availability has one point a day: its sums are sums over the day. */
function putAvailability({ losses: { device, slices }, availability }: DeviceResult, { frame, site }: DetectContext, put: Put): void {
  const { count } = frame.day;
  const zeros = columnSpace(2 * availability.views.length, count);
  for (const { view, sums } of availability.views) {
    if (count === 0) continue;
    const values = zeros().fill(Number.NaN);
    const weights = zeros();
    const ratedEnergy = device.capacityAc * count * frame.stepHours;
    values[0] = 100 * (view.basis === 'time' ? availabilityOf(sums) : productionAvailability(sums, ratedEnergy));
    weights[0] = (sums.available + sums.unavailable) * (view.basis === 'time' ? device.capacityAc : 1);
    const apCode = view.basis === 'time' ? 'TimeAvailability' : 'ProductionAvailability';
    put(apCode, view.name, values, weights);
    if (view.name === site.contract.primaryProductionView) put(apCode, 'Availability', values, weights);
  }
  put('AvailableCapacity', 'Calculated', availableCapacity(eventShare(slices, frame.day, ['Downtime', 'Unknown']), device.capacityAc));
  if (slices.length === 0) return;
  const codes = slices.map(({ code }) => Number(code));
  const deciding = decidingSlices(slices, frame.day);
  const column = new Float64Array(deciding.length).fill(Number.NaN);
  for (let i = 0; i < column.length; i++) {
    const at = deciding[i] ?? NO_SLICE;
    if (at !== NO_SLICE) column[i] = codes[at] ?? Number.NaN;
  }
  put('EventCode', 'EventFlag', column);
}

function putSolar({ expectation, losses }: DeviceResult, weather: SolarWeather, context: DetectContext, put: Put): void {
  const { frame, signals, energies, states } = context;
  const { device } = losses;
  const irradiance = ofDay(weather.irradiance, frame);
  const nominal = ofDay(expectation.theoretical, frame);
  const energy = ofDay(energies.get(device.id)?.values ?? missing(frame.span.count), frame);
  const { nameplate, atCell } = countedWholes({ irradiance, energy, nominal, capacityDc: device.capacityDc, stepHours: frame.stepHours });
  put('CellTemperature', 'Calculated', ofDay(weather.cellTemperature, frame));
  put('TemperatureAdjustedNominalPower', 'Calculated', nominal);
  put('TemperatureAdjustedNominalEnergy', 'Calculated', scaled(nominal, frame.stepHours));
  const baseline = context.memory.devices.get(device.id)?.baseline?.slope ?? Number.NaN;
  if (!Number.isNaN(baseline)) {
    put('ActivePower', 'Baseline', scaled(nominal, baseline));
    put('ActiveEnergy', 'Baseline', scaled(nominal, baseline * frame.stepHours));
  }
  put('PerformanceRatio', 'Calculated', percentOf(energy, nameplate), nameplate);
  put('PerformanceRatioTempCorr', 'Calculated', percentOf(energy, atCell), atCell);

  const power = signals.find(device.id, 'ActivePower')?.values;
  if (!power) return;
  const dcPower = signals.find(device.id, 'DcPower')?.values;
  if (dcPower) {
    const taken = combine(ofDay(dcPower, frame), (kw) => (kw > 0 ? kw * frame.stepHours : Number.NaN));
    put('InverterEfficiency', 'Calculated', percentOf(losses.interval.produced, taken), taken);
  }
  const curtailed = states.get(device.id)?.curtailed;
  const { start } = frame.spanInWindow;
  const acRating = context.memory.devices.get(device.id)?.shownRating?.() ?? device.capacityAc;
  const limited = { acRating, plane: device.plane };
  const clipped = clippedIntervals(limited, ofDay(power, frame), curtailed && ofDay(curtailed.subarray(start), frame));
  put('ClippingFlag', 'Calculated', new Float64Array(clipped));
  const { designed } = expectation;
  if (!designed) return;
  const unclippedPower = ofDay(designed, frame);
  put('ActiveEnergy', 'LostClipping', clippingLoss({ clipped, unclippedPower, acRating, stepHours: frame.stepHours }));
}

function putTurbine(
  { expectation, losses: { device, iced, interval } }: DeviceResult,
  weather: TurbineWeather,
  { frame, signals }: DetectContext,
  put: Put,
): void {
  const [speed, density] = [ofDay(weather.windSpeed, frame), ofDay(weather.airDensity, frame)];
  const measured = (apCode: ApCode) => {
    const values = signals.find(device.id, apCode)?.values;
    return values && ofDay(values, frame);
  };
  put('AirDensity', 'Calculated', density);
  put('WindSpeedNormalised', 'Calculated', densityCorrectedWindSpeed(speed, density));
  const [a, b, c] = (['PitchAngleA', 'PitchAngleB', 'PitchAngleC'] as const).map(measured);
  if (a && b && c) put('PitchSpread', 'Calculated', pitchSpread(a, b, c));
  const vane = measured('WindVane');
  if (vane) put('YawError', 'Calculated', yawErrorColumn({ windVane: vane, windSpeed: speed, vaneOffset: device.vaneOffset ?? 0 }));
  if (iced) put('IcingFlag', 'Calculated', new Float64Array(iced));
  const deviation = curveDeviation(
    ofDay(weather.undisturbedPower, frame),
    speed,
    ofDay(expectation.theoreticalAtDensity ?? expectation.theoretical, frame),
  );
  put('PowerCurveDeviation', 'Calculated', deviation.values, deviation.weights);
  if (!((device.rotorDiameter ?? Number.NaN) > 0)) return;
  const offered = powerInWind(speed, density, device.rotorDiameter ?? Number.NaN);
  put(
    'PowerCoefficient',
    'Calculated',
    combine(interval.produced, offered, (kwh, kw) => (kw > 0 ? kwh / (kw * frame.stepHours) : Number.NaN)),
    offered,
  );
}

/** Winds in which a curve tells something: neither starting nor at the rating. [m/s] */
const CURVE_WIND = { from: 4, to: 15 };

/** An undisturbed turbine against its curve; a value counts as much as the curve gives. */
function curveDeviation(power: Float64Array, speed: Float64Array, curve: Float64Array): { values: Float64Array; weights: Float64Array } {
  const values = new Float64Array(power.length);
  const weights = new Float64Array(power.length);
  for (let i = 0; i < values.length; i++) {
    const kw = power[i] ?? Number.NaN;
    const wind = speed[i] ?? Number.NaN;
    const wanted = curve[i] ?? Number.NaN;
    const isCounted = !Number.isNaN(kw) && wind >= CURVE_WIND.from && wind <= CURVE_WIND.to && wanted > 0;
    weights[i] = isCounted ? wanted : 0;
    values[i] = isCounted ? (100 * (kw - wanted)) / wanted : Number.NaN;
  }
  return { values, weights };
}

interface CountedInputs {
  irradiance: Float64Array;
  energy: Float64Array;
  nominal: Float64Array;
  capacityDc: number;
  stepHours: number;
}

/** What ratios are made against, where there is light enough and the energy is known: by nameplate, and by nominal power at the cell. [kWh] */
function countedWholes({ irradiance, energy, nominal, capacityDc, stepHours }: CountedInputs) {
  const nameplate = new Float64Array(irradiance.length);
  const atCell = new Float64Array(irradiance.length);
  for (let i = 0; i < nameplate.length; i++) {
    const light = irradiance[i] ?? Number.NaN;
    const isCounted = light >= SMALLEST_IRRADIANCE && !Number.isNaN(energy[i]);
    nameplate[i] = isCounted ? (capacityDc * light * stepHours) / 1000 : Number.NaN;
    atCell[i] = isCounted ? (nominal[i] ?? Number.NaN) * stepHours : Number.NaN;
  }
  return { nameplate, atCell };
}

function missing(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}
