import { combine, commonLength } from '@solvane/series/combine';

/** Where a battery may take its charge from. */
export type ChargeSource = 'PV' | 'Wind' | 'Grid';

export interface SharedConnectionOptions {
  /** Net energy of each kind of device, shape (n). [kWh] Battery: discharge positive */
  solar: Float64Array;
  wind: Float64Array;
  battery: Float64Array;
  /** Own consumption, never negative, shape (n). [kWh] */
  auxiliary: Float64Array;
  /** Share lost between devices and grid meter, 0 to 1. */
  collectionLoss: number;
  chargePriority?: readonly ChargeSource[];
}

/** Who sent how much where, each shape (n). [kWh] An interval with one unknown device is unknown as a whole. */
export interface EnergyLedger {
  solarToBattery: Float64Array;
  windToBattery: Float64Array;
  gridToBattery: Float64Array;
  solarToBus: Float64Array;
  windToBus: Float64Array;
  batteryToBus: Float64Array;
  /** Own consumption, by who fed the bus. */
  solarAuxiliary: Float64Array;
  windAuxiliary: Float64Array;
  batteryAuxiliary: Float64Array;
  /** What of each arrives at the grid meter, after own consumption and collection loss. */
  solarNet: Float64Array;
  windNet: Float64Array;
  batteryNet: Float64Array;
  /** At the grid meter; negative when energy is taken from the grid. */
  connection: Float64Array;
}

const DEFAULT_PRIORITY: readonly ChargeSource[] = ['PV', 'Wind', 'Grid'];

/**
 * Energy at the grid meter of several plants behind one connection. The meter reads less than what the devices send, and more than what
 * they take.
 *
 * @param devices - sum of all devices, own consumption subtracted. [kWh] or [kW]
 * @param collectionLoss - 0 to 1
 * @returns in the same unit
 */
export function throughCollection(devices: number, collectionLoss: number): number {
  return devices >= 0 ? devices * (1 - collectionLoss) : devices / (1 - collectionLoss);
}

/**
 * Splits the energy of a hybrid plant by origin and destination.
 *
 * @param options - energies of each interval
 * @returns the ledger; per interval the net parts minus what the grid delivered make up the connection
 * @throws RangeError when the lengths differ
 * @see PV 8000, wind 3000, charge 1500, own consumption 50, loss 0.01 → connection 9355.5, PV 6401.1316, wind 2954.3684
 */
export function energyLedger({
  solar,
  wind,
  battery,
  auxiliary,
  collectionLoss,
  chargePriority = DEFAULT_PRIORITY,
}: SharedConnectionOptions): EnergyLedger {
  const n = commonLength(solar, wind, battery, auxiliary);
  const column = () => new Float64Array(n).fill(Number.NaN);
  const ledger: EnergyLedger = {
    solarToBattery: column(),
    windToBattery: column(),
    gridToBattery: column(),
    solarToBus: column(),
    windToBus: column(),
    batteryToBus: column(),
    solarAuxiliary: column(),
    windAuxiliary: column(),
    batteryAuxiliary: column(),
    solarNet: column(),
    windNet: column(),
    batteryNet: column(),
    connection: column(),
  };
  for (let i = 0; i < n; i++) {
    const [pv, turbines, storage, own] = [
      solar[i] ?? Number.NaN,
      wind[i] ?? Number.NaN,
      battery[i] ?? Number.NaN,
      auxiliary[i] ?? Number.NaN,
    ];
    const devices = pv + turbines + storage - own;
    if (Number.isNaN(devices)) continue;
    const connection = throughCollection(devices, collectionLoss);
    const loss = devices - connection;
    const charged = chargeBySource({ PV: Math.max(0, pv), Wind: Math.max(0, turbines) }, Math.max(0, -storage), chargePriority);
    const pvToBus = Math.max(0, pv) - charged.PV;
    const windToBus = Math.max(0, turbines) - charged.Wind;
    const discharge = Math.max(0, storage);
    const bus = pvToBus + windToBus + discharge;
    const shareOf = (sent: number) => (bus > 0 ? sent / bus : 0);

    ledger.solarToBattery[i] = charged.PV;
    ledger.windToBattery[i] = charged.Wind;
    ledger.gridToBattery[i] = charged.Grid;
    ledger.solarToBus[i] = pvToBus;
    ledger.windToBus[i] = windToBus;
    ledger.batteryToBus[i] = discharge;
    ledger.solarAuxiliary[i] = own * shareOf(pvToBus);
    ledger.windAuxiliary[i] = own * shareOf(windToBus);
    ledger.batteryAuxiliary[i] = own * shareOf(discharge);
    ledger.solarNet[i] = pvToBus + Math.min(0, pv) - (own + loss) * shareOf(pvToBus);
    ledger.windNet[i] = windToBus + Math.min(0, turbines) - (own + loss) * shareOf(windToBus);
    ledger.batteryNet[i] = discharge - (own + loss) * shareOf(discharge);
    ledger.connection[i] = connection;
  }
  return ledger;
}

export interface SharedLimitOptions {
  /** Expected energy of each source, shape (n) each. [kWh] */
  expected: readonly Float64Array[];
  /** Never negative, shape (n). [kWh] */
  charge: Float64Array;
  discharge: Float64Array;
  auxiliary: Float64Array;
  collectionLoss: number;
  /** What the grid takes in an interval, shape (n). [kWh] */
  limit: Float64Array;
}

/** What a shared limit cost, each shape (n). [kWh] */
export interface SharedLimitLoss {
  /** What could have arrived at the grid meter without the limit. */
  potential: Float64Array;
  /** What of it the limit cut off, at the meter. */
  curtailed: Float64Array;
}

/**
 * Energy a shared grid limit cuts off.
 *
 * @param options - expectations, storage and limit
 * @returns potential and curtailed energy at the meter; NaN where an input is NaN
 * @throws RangeError when the lengths differ
 * @see expected 9000 and 3200, charge 1500, own consumption 50, loss 0.01, limit 9355.5 → potential 10543.5, curtailed 1188
 */
export function sharedLimitLoss({ expected, charge, discharge, auxiliary, collectionLoss, limit }: SharedLimitOptions): SharedLimitLoss {
  const production = charge.map((_, i) => expected.reduce((sum, column) => sum + (column[i] ?? Number.NaN), 0));
  const potential = combine(production, charge, discharge, auxiliary, (made, taken, given, own) =>
    throughCollection(made - taken + given - own, collectionLoss),
  );
  return { potential, curtailed: combine(potential, limit, (possible, allowed) => Math.max(0, possible - allowed)) };
}

/**
 * The part of a shared curtailment one source bears: what it fell short of its own expectation, or without its own meter its share by
 * expectation.
 *
 * @param options - one interval; `actual` NaN: the source has no meter of its own
 * @returns [kWh] never negative
 */
export function curtailedAtSource({
  expected,
  actual,
  allExpected,
  curtailed,
  collectionLoss,
}: {
  expected: number;
  actual: number;
  allExpected: number;
  curtailed: number;
  collectionLoss: number;
}): number {
  if (!Number.isNaN(actual)) return Math.max(0, expected - actual);
  return allExpected > 0 ? (curtailed / (1 - collectionLoss)) * (expected / allExpected) : 0;
}

function chargeBySource(
  produced: { PV: number; Wind: number },
  charge: number,
  priority: readonly ChargeSource[],
): Record<ChargeSource, number> {
  const taken: Record<ChargeSource, number> = { PV: 0, Wind: 0, Grid: 0 };
  let missing = charge;
  for (const source of priority) {
    const part = source === 'Grid' ? missing : Math.min(missing, produced[source]);
    taken[source] += part;
    missing -= part;
  }
  taken.Grid += missing;
  return taken;
}
