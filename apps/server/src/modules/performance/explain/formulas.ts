import type { EnergySource } from '@solvane/energy/signals/signal-row';

/** How a derived value came about, in the symbols of the glossary. Signals in it are named by their codes; Δt is the interval in hours. */
export interface Formula {
  formula: string;
  /** Signals it is made of, at the device or at what the device looks at. */
  inputs: readonly string[];
}

type Variants = Formula | Readonly<Partial<Record<EnergySource, Formula>>>;

const POWER = 'ActivePower||Validated';
const ENERGY = 'ActiveEnergy||Validated';
const EXPECTED = 'ActiveEnergy||Expected';
const LIGHT = 'IrradiancePOA||Validated';
const CELL = 'CellTemperature||Calculated';
const WIND = 'WindSpeedNormalised||Calculated';
const NOMINAL = 'TemperatureAdjustedNominalPower||Calculated';

function shareOf(part: string): Formula {
  return { formula: `${part} = allocation(max(0, E_expected − E⁺), events)`, inputs: [EXPECTED, ENERGY, 'EventCode||EventFlag'] };
}

const FORMULAS: Readonly<Record<string, Variants>> = {
  'ActivePower||Theoretical': {
    PV: { formula: 'P = P_DC · G / 1000 · (1 + γ · (T_cell − 25)) · (1 − loss)', inputs: [LIGHT, CELL] },
    Wind: { formula: 'P = curve(v · (ρ / 1.225)^⅓)', inputs: [WIND] },
    BESS: { formula: 'P = P_setpoint', inputs: ['CurtailmentSetpoint||Validated'] },
  },
  'ActivePower||Expected': {
    PV: { formula: 'P = min(P_nominal · coefficient · (1 − degradation)^years, P_AC)', inputs: [NOMINAL, LIGHT] },
    Wind: { formula: 'P = curve(v · (ρ / 1.225)^⅓)', inputs: [WIND, 'AirDensity||Calculated'] },
    BESS: { formula: 'P = P_setpoint', inputs: ['CurtailmentSetpoint||Validated'] },
  },
  'ActivePower||ExpectedMethod': { formula: 'first method of the site’s order that has a value', inputs: ['ActivePower||Expected'] },
  'ActivePower||Reference': { formula: 'P = min(r_sector · P_reference, P_rated)', inputs: [] },
  'ActivePower||Baseline': { formula: 'P = k_baseline · P_nominal', inputs: [NOMINAL] },
  'ActiveEnergy||Baseline': { formula: 'E = P · Δt', inputs: ['ActivePower||Baseline'] },
  'ActiveEnergy||Theoretical': { formula: 'E = P · Δt', inputs: ['ActivePower||Theoretical'] },
  'ActiveEnergy||Expected': { formula: 'E = P · Δt', inputs: ['ActivePower||Expected'] },
  'ActiveEnergy||ExpectedAtPcc': { formula: 'E = E_expected · min(1, limit / Σ P_expected)', inputs: [EXPECTED] },
  'ActiveEnergy||Lost': {
    formula: 'E = Σ LostDowntime, LostCurtailment, LostDegraded, LostCommunication, LostUnknown, LostSnow, LostSoiling',
    inputs: ['Downtime', 'Curtailment', 'Degraded', 'Communication', 'Unknown', 'Snow', 'Soiling'].map(
      (part) => `ActiveEnergy||Lost${part}`,
    ),
  },
  'ActiveEnergy||LostDowntime': shareOf('E'),
  'ActiveEnergy||LostCurtailment': shareOf('E'),
  'ActiveEnergy||LostDegraded': shareOf('E'),
  'ActiveEnergy||LostCommunication': shareOf('E'),
  'ActiveEnergy||LostUnknown': shareOf('E'),
  'ActiveEnergy||LostSnow': { formula: 'E = min(E_residual, E_expected) while snow or ice covers', inputs: [EXPECTED, ENERGY] },
  'ActiveEnergy||LostSoiling': { formula: 'E = min(E_residual, E_expected · (1 − clean share))', inputs: [EXPECTED, ENERGY] },
  'ActiveEnergy||LostResidual': { formula: 'E = E_expected − E⁺ − Σ E_lost', inputs: [EXPECTED, ENERGY, 'ActiveEnergy||Lost'] },
  'ActiveEnergy||LostContractual': { formula: 'E = Σ E_lost of categories unavailable under the contract', inputs: ['ActiveEnergy||Lost'] },
  'ActiveEnergy||LostClipping': { formula: 'E = max(0, P_designed − P_AC) · Δt', inputs: [NOMINAL, POWER] },
  'ActiveEnergy||RevenueLost': { formula: 'R = E_lost · price / 1000', inputs: ['ActiveEnergy||Lost', 'Price||Validated'] },
  'PowerPerformanceIndex||Calculated': { formula: 'I = 100 · E⁺ / E_expected', inputs: [ENERGY, EXPECTED] },
  'PerformanceRatio||Calculated': { formula: 'PR = 100 · E / (P_DC · G / 1000 · Δt)', inputs: [ENERGY, LIGHT] },
  'PerformanceRatioTempCorr||Calculated': { formula: 'PR = 100 · E / (P_nominal · Δt)', inputs: [ENERGY, NOMINAL] },
  'TemperatureAdjustedNominalPower||Calculated': {
    formula: 'P = P_DC · G / 1000 · (1 + γ · (T_cell − 25)) · (1 − loss)',
    inputs: [LIGHT, CELL],
  },
  'TemperatureAdjustedNominalEnergy||Calculated': { formula: 'E = P_nominal · Δt', inputs: [NOMINAL] },
  'CellTemperature||Calculated': {
    formula: 'T_cell = T_module + G / 1000 · ΔT',
    inputs: [LIGHT, 'ModuleTemperature||Validated', 'AmbientTemperature||Validated', 'WindSpeed||Validated'],
  },
  'InverterEfficiency||Calculated': { formula: 'η = 100 · E⁺ / E_DC', inputs: [ENERGY, 'DcPower||Validated'] },
  'ClippingFlag||Calculated': { formula: '1: P ≥ 0.99 · P_AC', inputs: [POWER] },
  'AirDensity||Calculated': {
    formula: 'ρ = p / (R · T)',
    inputs: ['BarometricPressure||Validated', 'AmbientTemperature||Validated', 'RelativeHumidity||Validated'],
  },
  'WindSpeedNormalised||Calculated': {
    formula: 'v_n = v · (ρ / 1.225)^⅓',
    inputs: ['NacelleWindSpeed||Validated', 'WindSpeed||Validated', 'AirDensity||Calculated'],
  },
  'AvailableCapacity||Calculated': { formula: 'P = P_AC · (1 − share of Downtime and Unknown)', inputs: ['EventCode||EventFlag'] },
  'TimeAvailability||Total': availability('t'),
  'TimeAvailability||Technical': availability('t'),
  'TimeAvailability||Operational': availability('t'),
  'ProductionAvailability||Total': availability('E'),
  'ProductionAvailability||Technical': availability('E'),
  'ProductionAvailability||Operational': availability('E'),
  'DischargeEnergy||Calculated': { formula: 'E = max(0, E)', inputs: [ENERGY] },
  'ChargeEnergy||Calculated': { formula: 'E = max(0, −E)', inputs: [ENERGY] },
};

function availability(symbol: string): Formula {
  return { formula: `A = 100 · ${symbol}_available / (${symbol}_available + ${symbol}_unavailable)`, inputs: ['EventCode||EventFlag'] };
}

/** @returns undefined: the signal explains itself, or its formula is not written down yet */
export function findFormula(signalId: string, source: EnergySource): Formula | undefined {
  const variants = FORMULAS[signalId];
  if (variants === undefined) return undefined;
  return isFormula(variants) ? variants : variants[source];
}

function isFormula(variants: Variants): variants is Formula {
  return 'formula' in variants;
}
