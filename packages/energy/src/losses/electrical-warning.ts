/** How a grid meter agrees with the devices behind it. Sums of days add up to those of any period. */
export interface MeterAgreement {
  /** Intervals whose energy at the connection was read from the meter, and summed from the devices. */
  metered: number;
  summed: number;
  /** Over complete intervals in production, x the devices and y the meter: count, Σx, Σy, Σx², Σy², Σxy. [kWh, kWh²] */
  count: number;
  devices: number;
  meter: number;
  devicesSquared: number;
  meterSquared: number;
  product: number;
  /** Those of them in which the meter read more than all devices can give. */
  aboveRating: number;
}

/**
 * Likely reason of energy that is lost, or gained, on the way to the meter: a constant factor, devices without data, or a meter that
 * measures other devices than those of the site.
 */
export type ElectricalReason = 'transformerFactor' | 'missingDevices' | 'otherScope';

export interface ElectricalWarning {
  /** Electrical bar as a share of gross production, negative: lost. */
  share: number;
  reason: ElectricalReason;
}

export interface ElectricalSums {
  /** Bar of the walk. [kWh] */
  electrical: number;
  /** Gross production. [kWh] */
  gross: number;
  /** Absent: not known. */
  agreement?: MeterAgreement;
}

/** More is neither lost in cables and transformers nor gained. */
const LARGEST_SHARE = 0.05;
/** A factor leaves this share of the meter unexplained. */
const FACTOR_SCATTER = 0.05;
/** With more such intervals the meter measures more than the devices. */
const ABOVE_RATING_SHARE = 0.01;

/**
 * Whether the meter and the devices of a site disagree more than cables and transformers explain.
 *
 * @param sums - of a period
 * @returns undefined: they agree, or there is no meter or no production
 */
export function electricalWarning({ electrical, gross, agreement }: ElectricalSums): ElectricalWarning | undefined {
  if (!agreement || agreement.metered === 0 || !isElectricalHigh(electrical, gross)) return undefined;
  return { share: electrical / gross, reason: reasonOf(agreement) };
}

/**
 * Whether more is lost, or gained, on the way to the meter than cables and transformers explain.
 *
 * @param electrical - bar of the walk. [kWh]
 * @param gross - production. [kWh]
 * @returns false without production
 */
export function isElectricalHigh(electrical: number, gross: number): boolean {
  return gross > 0 && Math.abs(electrical) > LARGEST_SHARE * gross;
}

/**
 * Of a site without a meter.
 *
 * @param intervals - of the period: the devices sum up all of them
 */
export function noAgreement(intervals: number): MeterAgreement {
  return {
    metered: 0,
    summed: intervals,
    count: 0,
    devices: 0,
    meter: 0,
    devicesSquared: 0,
    meterSquared: 0,
    product: 0,
    aboveRating: 0,
  };
}

/**
 * Agreement over a longer period.
 *
 * @param a - of a period
 * @param b - of another one
 */
export function addAgreements(a: MeterAgreement, b: MeterAgreement): MeterAgreement {
  return {
    metered: a.metered + b.metered,
    summed: a.summed + b.summed,
    count: a.count + b.count,
    devices: a.devices + b.devices,
    meter: a.meter + b.meter,
    devicesSquared: a.devicesSquared + b.devicesSquared,
    meterSquared: a.meterSquared + b.meterSquared,
    product: a.product + b.product,
    aboveRating: a.aboveRating + b.aboveRating,
  };
}

function reasonOf({ count, devices, meter, devicesSquared, meterSquared, product, aboveRating }: MeterAgreement): ElectricalReason {
  if (count === 0 || Math.abs(meter - devices) <= LARGEST_SHARE * devices) return 'missingDevices';
  if (aboveRating > ABOVE_RATING_SHARE * count) return 'otherScope';
  // What a straight line through the origin leaves of the meter.
  const left = Math.max(0, meterSquared - (product * product) / devicesSquared);
  return Math.sqrt(left / meterSquared) <= FACTOR_SCATTER ? 'transformerFactor' : 'otherScope';
}
