import { GENERIC_2_MW_CURVE, type PowerCurve } from '@solvane/energy/wind/power-curve';
import type { TurbineModelName } from './site-plan.ts';

export interface TurbineModel {
  name: TurbineModelName;
  ratedKw: number;
  hubHeight: number;
  rotorDiameter: number;
  /** At standard air density 1.225 kg/m³. */
  curve: PowerCurve;
}

export const TURBINE_MODELS: Readonly<Record<TurbineModelName, TurbineModel>> = {
  'A90-2000': { name: 'A90-2000', ratedKw: 2000, hubHeight: 80, rotorDiameter: 90, curve: GENERIC_2_MW_CURVE },
  'A103-2500': { name: 'A103-2500', ratedKw: 2500, hubHeight: 90, rotorDiameter: 103, curve: scaled(2500) },
  'A136-4200': { name: 'A136-4200', ratedKw: 4200, hubHeight: 105, rotorDiameter: 136, curve: scaled(4200) },
};

function scaled(ratedKw: number): PowerCurve {
  return { windSpeed: GENERIC_2_MW_CURVE.windSpeed, power: GENERIC_2_MW_CURVE.power.map((kw) => (kw * ratedKw) / 2000) };
}
