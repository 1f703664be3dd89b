import { isEmpty } from '@solvane/series/columns';
import { defaultOverdesignMethod } from '../../availability/overdesign.ts';
import {
  addAgreements,
  type ElectricalWarning,
  electricalWarning,
  type MeterAgreement,
  noAgreement,
} from '../../losses/electrical-warning.ts';
import {
  type HybridConnectionInput,
  hybridConnectionWalk,
  type SolarWalkStart,
  type StorageWalkInput,
  solarWalk,
  storageWalk,
  type WalkBar,
  type WalkLosses,
  type WalkProduction,
  type WindWalkStart,
  windWalk,
} from '../../losses/loss-walk.ts';
import { noStorageSums, storageWalkSums } from '../../losses/storage-walk-sums.ts';
import { addProductionOf, hasGaps, noProduction, type WalkGaps } from '../../losses/walk-production.ts';
import { throughCollection } from '../../storage/shared-connection.ts';
import { type BudgetSums, budgetSums, type SiteBudget } from '../budget/site-budget.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { daylightOf } from '../expect/missing-expectation.ts';
import { storageOrder } from '../expect/storage.ts';
import { storageUnit } from '../expect/storage-units.ts';
import { ofDay } from '../layout/frame.ts';
import type { DeviceLosses } from './device-losses.ts';
import { type ResourceSums, resourceSums } from './resource-sums.ts';
import { auxiliaryEnergy, meterEnergy, type SiteMeter } from './site-meter.ts';
import { type SolarSums, solarSums, type WindSums, windSums } from './walk-starts.ts';

/** Everything the loss walk of a site is made of. Sums of days add up to those of any period. [kWh] */
export interface SiteWalkSums {
  solar?: { start: SolarSums; production: WalkProduction };
  wind?: { start: WindSums; production: WalkProduction };
  storage?: StorageWalkInput;
  /** At a site with modules. */
  resource?: ResourceSums;
  /** Where one is stated for all of the period. */
  budget?: BudgetSums;
  /** Of everything behind the grid meter together. */
  connection: HybridConnectionInput;
  /** Of the grid meter with the devices. Absent: stored before it was counted */
  agreement?: MeterAgreement;
  /** Generators of the day. Absent: stored before they were counted */
  devices?: CountedDevices;
}

/** Generators that a sum is made of, and which of them it lacks all day. */
export interface CountedDevices {
  count: number;
  /** Ids of those whose energy is known of no interval. */
  withoutData: readonly string[];
  /** Ids of those that nothing is known to be expected of. */
  withoutExpectation: readonly string[];
}

/** Bars of a site: one walk per kind of generator; those of a hybrid site end at the terminals, and `connection` goes on from there. */
export interface SiteWalk {
  solar?: WalkBar[];
  wind?: WalkBar[];
  storage?: WalkBar[];
  connection?: WalkBar[];
}

/** What a walk is made of beside the losses of the generators. */
export interface WalkSources {
  /** Of the day. Absent: none is stated */
  budget: SiteBudget | undefined;
  /** Absent: the site has none. */
  meter: SiteMeter | undefined;
}

/**
 * Sums of a day for the loss walk of its site. What is missing is counted apart: neither expectation nor production stands in for the other.
 *
 * @param context - everything known of the day
 * @param losses - of its generators
 * @param sources - budget and grid meter
 */
export function siteWalkSums(context: DetectContext, losses: readonly DeviceLosses[], { budget, meter }: WalkSources): SiteWalkSums {
  const of = (source: 'PV' | 'Wind' | 'BESS') => losses.filter(({ device }) => device.energySource === source);
  const [solar, wind, batteries] = [of('PV'), of('Wind'), of('BESS')];
  const isHybrid = [solar, wind, batteries].filter(({ length }) => length > 0).length > 1;
  const atConnection = energyAtConnection(context, losses);
  const production = (generators: readonly DeviceLosses[]) =>
    productionSums(context, generators, { meter, atConnection: isHybrid ? undefined : atConnection });
  const made = { ...(solar.length > 0 && { solar: production(solar) }), ...(wind.length > 0 && { wind: production(wind) }) };
  const storage = batteries.length > 0 ? dischargeSums(context, batteries, isHybrid) : undefined;
  const resource = resourceSums(context);
  return {
    ...(made.solar && { solar: { start: solarSums(context, solar), production: made.solar } }),
    ...(made.wind && { wind: { start: windSums(context, wind), production: made.wind } }),
    ...(storage && { storage }),
    ...(resource && { resource }),
    ...(budget && { budget: budgetSums(budget) }),
    connection: connectionSums(context, { production: Object.values(made), batteries, atConnection }),
    agreement: meter?.agreement ?? noAgreement(context.frame.day.count),
    devices: countDevices(losses),
  };
}

/**
 * Sums of a longer period from those of its parts.
 *
 * @param parts - of one site, at least one
 * @throws RangeError without parts
 */
export function addWalkSums(parts: readonly SiteWalkSums[]): SiteWalkSums {
  const [first, ...others] = parts;
  if (!first) throw new RangeError('a walk needs sums');
  return others.reduce(addParts, first);
}

/**
 * The loss walk of a site to the grid meter, closed exactly.
 *
 * @param sums - of the period
 * @param from - where it begins; without a budget for all of the period, or at a site with several kinds of generators, with theory
 * @throws Error when a walk does not close
 */
export function siteWalk(sums: SiteWalkSums, from: 'budget' | 'theoretical' = 'theoretical'): SiteWalk {
  const { solar, wind, storage, connection } = sums;
  const isHybrid = [solar, wind, storage].filter((each) => each !== undefined).length > 1;
  const start = from === 'budget' && !isHybrid ? budgetStart(sums) : undefined;
  return {
    ...(solar && { solar: solarWalk(start?.solar ?? { kind: 'theoretical', ...solar.start }, solar.production) }),
    ...(wind && { wind: windWalk(start?.wind ?? { kind: 'theoretical', ...wind.start }, wind.production) }),
    ...(storage && { storage: storageWalk(storage) }),
    ...(isHybrid && { connection: hybridConnectionWalk(connection) }),
  };
}

/**
 * Whether the grid meter of a site and its devices disagree more than cables and transformers explain.
 *
 * @param sums - of the period
 * @returns undefined: they agree, or the site has no meter
 */
export function siteElectricalWarning({ connection, agreement }: SiteWalkSums): ElectricalWarning | undefined {
  const { gross, ownConsumption, charged, discharged, auxiliary, atConnection } = connection;
  const electrical = atConnection - gross - ownConsumption + charged - discharged + auxiliary;
  return electricalWarning({ electrical, gross, ...(agreement && { agreement }) });
}

/** What a budget does not state changes nothing between it and the expectation. */
function budgetStart({ wind, resource, budget }: SiteWalkSums): { solar: SolarWalkStart; wind: WindWalkStart } | undefined {
  if (!budget) return undefined;
  const { energy, resource: planned = Number.NaN, warmth = Number.NaN } = budget;
  const { insolation, warmth: measured, coefficient } = resource ?? { insolation: Number.NaN, warmth: Number.NaN, coefficient: Number.NaN };
  return {
    solar: {
      kind: 'budget',
      energy,
      insolationRatio: insolation / planned,
      cellTemperature: measured / insolation,
      budgetedCellTemperature: warmth / planned,
      temperatureCoefficient: coefficient / insolation,
    },
    wind: {
      kind: 'budget',
      energy,
      budgetedTheoretical: planned,
      theoretical: wind?.start.theoretical ?? Number.NaN,
      theoreticalAtDensity: wind?.start.theoreticalAtDensity ?? Number.NaN,
    },
  };
}

const SOLAR_START = ['nominal', 'nominalAtCell', 'designed', 'limited'] as const;
const WIND_START = ['theoretical', 'theoreticalAtDensity', 'designed'] as const;
const PRODUCTION = ['expected', 'gross', 'ownConsumption', 'atConnection'] as const;
const LOSSES = ['downtime', 'curtailment', 'degraded', 'unknown', 'communication', 'icing', 'snow', 'soiling'] as const;
const STORAGE = ['scheduled', 'powerUnavailable', 'energyLimited', 'discharged', 'auxiliary', 'atConnection'] as const;
const STORAGE_GAPS = ['noData', 'withoutExpectation'] as const;
const GAPS = [
  'expected',
  'expectedAtConnection',
  'estimated',
  'withoutExpectation',
  'noDataIntervals',
  'withoutExpectationIntervals',
] as const satisfies readonly (keyof WalkGaps)[];
const RESOURCE = ['insolation', 'warmth', 'coefficient'] as const;
const CONNECTION = ['gross', 'ownConsumption', 'charged', 'discharged', 'auxiliary', 'atConnection'] as const;

/** Generators come and go with the days: what only one part has stays as it is. */
function addParts(a: SiteWalkSums, b: SiteWalkSums): SiteWalkSums {
  const solar = both(a.solar, b.solar, (x, y) => ({
    start: added(SOLAR_START, x.start, y.start),
    production: addProduction(x.production, y.production),
  }));
  const wind = both(a.wind, b.wind, (x, y) => ({
    start: added(WIND_START, x.start, y.start),
    production: addProduction(x.production, y.production),
  }));
  const storage = both(a.storage, b.storage, addStorage);
  const resource = both(a.resource, b.resource, (x, y) => added(RESOURCE, x, y));
  const budget = a.budget && b.budget && addBudgets(a.budget, b.budget);
  return {
    ...(solar && { solar }),
    ...(wind && { wind }),
    ...(storage && { storage }),
    ...(resource && { resource }),
    ...(budget && { budget }),
    connection: added(CONNECTION, a.connection, b.connection),
    ...optional('agreement', both(a.agreement, b.agreement, addAgreements)),
    ...optional('devices', both(a.devices, b.devices, addDevices)),
  };
}

function optional<K extends string, T>(name: K, value: T | undefined): { [name in K]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [name in K]: T });
}

/** A device is missing from the sum of a longer period where none of its days has it. */
function addDevices(a: CountedDevices, b: CountedDevices): CountedDevices {
  const missingFromBoth = (name: 'withoutData' | 'withoutExpectation') => a[name].filter((id) => b[name].includes(id));
  return {
    count: Math.max(a.count, b.count),
    withoutData: missingFromBoth('withoutData'),
    withoutExpectation: missingFromBoth('withoutExpectation'),
  };
}

function addStorage(a: StorageWalkInput, b: StorageWalkInput): StorageWalkInput {
  const sums = { ...added(STORAGE, a, b), noData: 0, withoutExpectation: 0 };
  for (const name of STORAGE_GAPS) sums[name] = (a[name] ?? 0) + (b[name] ?? 0);
  return sums;
}

/** What one of them does not state is not stated for both. */
function addBudgets(a: BudgetSums, b: BudgetSums): BudgetSums {
  return {
    energy: a.energy + b.energy,
    ...(a.resource !== undefined && b.resource !== undefined && { resource: a.resource + b.resource }),
    ...(a.warmth !== undefined && b.warmth !== undefined && { warmth: a.warmth + b.warmth }),
  };
}

function addProduction(a: WalkProduction, b: WalkProduction): WalkProduction {
  const gridLimit = both(a.gridLimit, b.gridLimit, (x, y) => x + y);
  const gaps = both(a.gaps, b.gaps, (x, y) => added(GAPS, x, y));
  return {
    ...added(PRODUCTION, a, b),
    ...(gridLimit !== undefined && { gridLimit }),
    ...(gaps && { gaps }),
    lost: added(LOSSES, a.lost, b.lost),
  };
}

function both<T>(a: T | undefined, b: T | undefined, add: (a: T, b: T) => T): T | undefined {
  return a === undefined || b === undefined ? (a ?? b) : add(a, b);
}

function added<K extends string>(names: readonly K[], a: Record<K, number>, b: Record<K, number>): Record<K, number> {
  const sum: Record<K, number> = { ...a };
  for (const name of names) sum[name] = a[name] + b[name];
  return sum;
}

interface ProductionSources {
  meter: SiteMeter | undefined;
  /** undefined: the generators share the meter with others, their walk ends at the terminals. */
  atConnection: number | undefined;
}

function productionSums(
  context: DetectContext,
  losses: readonly DeviceLosses[],
  { meter, atConnection }: ProductionSources,
): WalkProduction {
  const lost: WalkLosses = { downtime: 0, curtailment: 0, degraded: 0, unknown: 0, communication: 0, icing: 0, snow: 0, soiling: 0 };
  const sums = noProduction();
  const dark = darkIntervals(context);
  let own = 0;
  for (const each of losses) {
    const { device, interval, expectedAtConnection } = each;
    addLost(lost, each);
    const estimated = meter?.estimates.get(device.id);
    addProductionOf(sums, {
      interval,
      expectedAtConnection,
      ...(estimated && { estimated }),
      ...(device.energySource === 'PV' && { dark }),
    });
    own += ownConsumption(each, context);
  }
  const { expected, gross, gridLimit, gaps } = sums;
  return {
    expected,
    gross,
    ownConsumption: own,
    ...(isOverbuilt(context) && { gridLimit }),
    ...(hasGaps(gaps) && { gaps }),
    lost,
    atConnection: atConnection ?? gross + own,
  };
}

/** 1 while the sun is too low for anything to be missing, shape (day.count). */
function darkIntervals({ frame }: DetectContext): Uint8Array {
  return ofDay(daylightOf(frame).counted, frame).map((isCounted) => 1 - isCounted);
}

function countDevices(losses: readonly DeviceLosses[]): CountedDevices {
  const without = (name: 'produced' | 'expected') =>
    losses.filter(({ interval }) => isEmpty(interval[name])).map(({ device }) => device.id);
  return { count: losses.length, withoutData: without('produced'), withoutExpectation: without('expected') };
}

function addLost(lost: WalkLosses, { allocation, residual, slices, device }: DeviceLosses): void {
  const byCategory = (names: readonly string[], type: 'Downtime' | 'Degraded') =>
    slices.reduce(
      (sum, slice, at) => (names.includes(slice.category) && slice.eventType === type ? sum + (allocation.bySlice[at] ?? 0) : sum),
      0,
    );
  const icing = { stopped: byCategory(ICING, 'Downtime'), degraded: byCategory(ICING, 'Degraded') };
  const snow = { stopped: byCategory(SNOW, 'Downtime'), degraded: byCategory(SNOW, 'Degraded') };
  const isWind = device.energySource === 'Wind';
  lost.downtime += total(allocation.downtime) - icing.stopped - snow.stopped;
  lost.degraded += total(allocation.degraded) - icing.degraded - snow.degraded;
  lost.curtailment += total(allocation.curtailment);
  lost.unknown += total(allocation.unknown);
  lost.communication += total(allocation.communication);
  lost.icing += icing.stopped + icing.degraded + (isWind ? total(residual.snow) : 0);
  lost.snow += snow.stopped + snow.degraded + (isWind ? 0 : total(residual.snow));
  lost.soiling += total(residual.soiling);
}

const ICING: readonly string[] = ['Icing stop', 'Icing degradation'];
const SNOW: readonly string[] = ['Snow'];

function isOverbuilt({ site, limit, tree }: DetectContext): boolean {
  const installed = tree.controlledCapacity;
  return limit.some((kw) => defaultOverdesignMethod(installed, kw / (1 - site.collectionLoss)) !== undefined);
}

function ownConsumption({ device }: DeviceLosses, { energies, frame }: DetectContext): number {
  const energy = energies.get(device.id)?.values;
  if (!energy) return 0;
  let sum = 0;
  for (let i = frame.dayInSpan.start; i < frame.dayInSpan.end; i++) {
    const kwh = energy[i] ?? Number.NaN;
    if (kwh < 0) sum += kwh;
  }
  return sum;
}

interface ConnectionParts {
  production: readonly WalkProduction[];
  batteries: readonly DeviceLosses[];
  atConnection: number;
}

function connectionSums(context: DetectContext, { production, batteries, atConnection }: ConnectionParts): HybridConnectionInput {
  const { energies, frame } = context;
  const sums = { charged: 0, discharged: 0 };
  for (const { device } of batteries) {
    const energy = energies.get(device.id)?.values;
    for (const kwh of energy ? ofDay(energy, frame) : []) {
      if (kwh > 0) sums.discharged += kwh;
      else if (kwh < 0) sums.charged -= kwh;
    }
  }
  return {
    gross: production.reduce((sum, { gross }) => sum + gross, 0),
    ownConsumption: production.reduce((sum, each) => sum + each.ownConsumption, 0),
    ...sums,
    auxiliary: total(auxiliaryEnergy(context) ?? new Float64Array()),
    atConnection,
  };
}

/** As the meter read it; where it did not, what the devices sum up to less what is lost on the way. [kWh] */
function energyAtConnection(context: DetectContext, losses: readonly DeviceLosses[]): number {
  const { energies, frame, site } = context;
  const devices = new Float64Array(frame.day.count);
  for (const { device } of losses) {
    const energy = energies.get(device.id)?.values;
    const values = energy && ofDay(energy, frame);
    if (values) addKnown(devices, values);
  }
  const read = meterEnergy(context);
  let sum = 0;
  for (let i = 0; i < devices.length; i++) {
    const metered = read?.[i] ?? Number.NaN;
    sum += Number.isNaN(metered) ? throughCollection(devices[i] ?? 0, site.collectionLoss) : metered;
  }
  return sum;
}

function addKnown(sums: Float64Array, values: Float64Array): void {
  for (let i = 0; i < sums.length; i++) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isNaN(value)) sums[i] = (sums[i] ?? 0) + value;
  }
}

function dischargeSums(context: DetectContext, batteries: readonly DeviceLosses[], isHybrid: boolean): StorageWalkInput {
  const { frame, signals } = context;
  const missing = () => new Float64Array(frame.day.count).fill(Number.NaN);
  const inverters = batteries.map(({ device }) => device);
  const column = (id: string | undefined, apCode: string) => {
    const values = signals.find(id, apCode)?.values;
    return values ? ofDay(values, frame) : missing();
  };
  const parts = inverters.map((device) => {
    const order = storageOrder(device, inverters, context);
    return storageWalkSums({
      setpoint: order ? ofDay(order, frame) : missing(),
      power: column(device.id, 'ActivePower'),
      availableDischargePower: column(device.id, 'AvailableDischargePower'),
      stateOfCharge: ofDay(storageUnit(device, context).stateOfCharge, frame),
      auxiliaryPower: missing(),
      connectionPower: missing(),
      minStateOfCharge: device.minStateOfCharge,
      stepHours: frame.stepHours,
    });
  });
  const sums = parts.reduce((sum, part) => added([...STORAGE, ...STORAGE_GAPS], sum, part), noStorageSums());
  const atMeter = isHybrid ? undefined : meterEnergy(context);
  return atMeter ? { ...sums, ...atMeterWhileDischarging(context, inverters, atMeter) } : sums;
}

/** What the meter read, and the site used itself, in the intervals the discharge walk counts. */
function atMeterWhileDischarging(
  context: DetectContext,
  inverters: readonly { id: string }[],
  atMeter: Float64Array,
): Pick<StorageWalkInput, 'auxiliary' | 'atConnection'> {
  const { frame, energies, site } = context;
  const auxiliary = auxiliaryEnergy(context);
  const given = inverters.map(({ id }) => energies.get(id)?.values).flatMap((values) => (values ? [ofDay(values, frame)] : []));
  const sums = { auxiliary: 0, atConnection: 0 };
  for (let i = 0; i < frame.day.count; i++) {
    const discharged = given.reduce((sum, values) => sum + zeroIfMissing(values[i]), 0);
    if (!(discharged > 0)) continue;
    const read = atMeter[i] ?? Number.NaN;
    sums.auxiliary += zeroIfMissing(auxiliary?.[i]);
    sums.atConnection += Number.isNaN(read) ? throughCollection(discharged, site.collectionLoss) : read;
  }
  return sums;
}

function total(column: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < column.length; i++) {
    const value = column[i] ?? Number.NaN;
    if (!Number.isNaN(value)) sum += value;
  }
  return sum;
}

function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}
