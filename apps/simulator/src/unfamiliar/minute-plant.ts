import type { RawEvent } from '@solvane/energy/events/raw-events';
import { at, column } from '../columns/column.ts';
import { hash2 } from '../noise/hash-noise.ts';
import { normalNoiseColumn } from '../noise/noise-columns.ts';
import { type BatteryPlan, battery } from './battery.ts';
import { disturbed, type InjectedFault, type KnownLoss } from './injected-fault.ts';
import type { MinuteClock } from './minute-clock.ts';
import { type ModulePark, type PlantLocation, type SolarParkPlan, solarPark } from './solar-park.ts';
import { type TurbinePark, type WindFarmPlan, windFarm } from './wind-farm.ts';

/** What the owner of a plant knows of it. */
export interface PlantEquipment {
  id: string;
  zone: string;
  location: PlantLocation;
  solar?: ModulePark;
  wind?: TurbinePark;
  battery?: Pick<BatteryPlan, 'acKw' | 'capacity'>;
  hasMeter?: boolean;
}

/** A plant of any kind, of any size, at any place, as it is simulated. */
export interface PlantPlan extends PlantEquipment {
  solar?: SolarParkPlan;
  wind?: WindFarmPlan;
  battery?: BatteryPlan;
  /** Share lost between the generators and the meter. Absent: none */
  meterLoss?: number;
}

/** What every sensor of a plant measured in every minute, and what truly happened. */
export interface MinutePlant {
  plan: PlantPlan;
  clock: MinuteClock;
  /** One-minute means, by device and apCode. */
  series: ReadonlyMap<string, ReadonlyMap<string, Float64Array>>;
  /** Of every generator, without anything wrong. [kW] */
  available: ReadonlyMap<string, Float64Array>;
  /** Of codes the plant reported. */
  events: readonly RawEvent[];
  losses: readonly KnownLoss[];
}

export function inverterIds({ solar }: PlantEquipment): string[] {
  return (solar?.inverters ?? []).map((_, k) => `inv-${k + 1}`);
}

export function turbineIds({ wind }: PlantEquipment): string[] {
  return (wind?.layout ?? []).map((_, k) => `wt-${k + 1}`);
}

export const STATION_ID = 'station';
export const METER_ID = 'meter';
export const BATTERY_ID = 'battery';

export function minutePlant(plan: PlantPlan, clock: MinuteClock, faults: readonly InjectedFault[] = []): MinutePlant {
  const series = new Map<string, Map<string, Float64Array>>();
  const available = new Map<string, Float64Array>();
  const losses: KnownLoss[] = [];
  const generator = (id: string, kw: Float64Array, ratedKw: number): Float64Array => {
    const ofDevice = faults.filter(({ deviceId }) => deviceId === id);
    const { power, losses: known } = disturbed(kw, ofDevice, { ratedKw, startMs: clock.startMs });
    available.set(id, kw);
    losses.push(...known);
    return power;
  };
  if (plan.solar) addSolar({ plan, solar: plan.solar, clock, series, generator });
  if (plan.wind) addWind({ plan, wind: plan.wind, clock, series, generator });
  if (plan.battery) {
    const { order, power, stateOfCharge } = battery(plan.battery, plan.location, clock);
    series.set(BATTERY_ID, columns({ ActivePower: power, DispatchSetpoint: order, StateOfCharge: stateOfCharge }));
  }
  if (plan.hasMeter) series.set(METER_ID, columns({ ActivePower: metered(series, plan.meterLoss ?? 0, clock.count) }));
  return { plan, clock, series, available, events: losses.flatMap(reported), losses };
}

interface Building {
  plan: PlantPlan;
  clock: MinuteClock;
  series: Map<string, Map<string, Float64Array>>;
  generator: (id: string, kw: Float64Array, ratedKw: number) => Float64Array;
}

function addSolar({ plan, solar, clock, series, generator }: Building & { solar: SolarParkPlan }): void {
  const park = solarPark(solar, plan.location, clock);
  const noisy = (values: Float64Array, channel: number, share: number) => {
    const noise = normalNoiseColumn(hash2(solar.seed, channel), clock.noise);
    return values.map((value, i) => value * (1 + share * at(noise, i)));
  };
  series.set(
    STATION_ID,
    columns({
      IrradiancePOA: noisy(park.plane, 11, 0.005),
      IrradianceGHI: noisy(park.ghi, 12, 0.005),
      AmbientTemperature: park.ambient,
      ModuleTemperature: noisy(park.moduleTemperature, 13, 0.003),
      WindSpeed: noisy(park.breeze, 14, 0.05),
    }),
  );
  inverterIds(plan).forEach((id, k) => {
    const kw = park.inverters[k];
    if (kw) series.set(id, columns({ ActivePower: generator(id, kw, solar.inverters[k]?.acKw ?? Number.NaN) }));
  });
}

function addWind({ plan, wind, clock, series, generator }: Building & { wind: WindFarmPlan }): void {
  const farm = windFarm(wind, plan.location, clock);
  turbineIds(plan).forEach((id, k) => {
    const turbine = farm.turbines[k];
    if (!turbine) return;
    const wander = normalNoiseColumn(hash2(wind.seed, 200 + k), clock.noise);
    series.set(
      id,
      columns({
        ActivePower: generator(id, turbine.power, wind.ratedKw),
        NacelleWindSpeed: turbine.nacelleWind,
        NacelleWindDirection: column(clock.count, (i) => (at(farm.direction, i) + 3 * at(wander, i) + 360) % 360),
        AmbientTemperature: farm.ambient,
      }),
    );
  });
}

function metered(series: ReadonlyMap<string, ReadonlyMap<string, Float64Array>>, loss: number, count: number): Float64Array {
  const powers = [...series.values()].flatMap((ofDevice) => ofDevice.get('ActivePower') ?? []);
  return column(count, (i) => {
    const sum = powers.reduce((total, power) => total + at(power, i), 0);
    return sum > 0 ? sum * (1 - loss) : sum / (1 - loss);
  });
}

function reported({ id, deviceId, code, startMs, endMs }: KnownLoss): RawEvent[] {
  return code === undefined ? [] : [{ id, deviceId, code, startMs, endMs, source: 'Scada' }];
}

function columns(byApCode: Record<string, Float64Array>): Map<string, Float64Array> {
  return new Map(Object.entries(byApCode));
}
