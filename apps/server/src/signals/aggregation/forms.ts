import { QUALITY_FLAGS } from '@solvane/energy/quality/flags';

/** A number of one to three parts, as an expression of the engine and as arithmetic: an aggregation is defined once for both. */
export interface Form {
  sql(first: string, second: string, third: string): string;
  /** NaN: there is no such part, or no value. */
  of(first: number, second: number, third: number): number;
}

/** Of the quality bits: a user invalidated the value. */
export const INVALIDATED_BIT = QUALITY_FLAGS.MANUAL_INVALID;

/** Below this length the mean of directions points nowhere. */
const NO_DIRECTION = 0.05;

export const ITSELF: Form = { sql: (value) => value, of: (value) => value };

export const QUOTIENT: Form = { sql: (dividend, divisor) => `${dividend} / ${divisor}`, of: (dividend, divisor) => dividend / divisor };

/** Whether a set of quality bits says that a user invalidated something. */
export const INVALIDATED: Form = {
  sql: (bits) => `toFloat64(bitAnd(toUInt32(${bits}), ${INVALIDATED_BIT}) != 0)`,
  of: (bits) => (Number.isNaN(bits) ? bits : Number((bits & INVALIDATED_BIT) !== 0)),
};

/** Mean direction of sums of sines, cosines and weights, from 0 to 360 degrees; NaN where they cancel each other out. */
export const DIRECTION: Form = {
  sql: (sines, cosines, weight) =>
    `if(${weight} = 0 or sqrt(${sines} * ${sines} + ${cosines} * ${cosines}) < ${NO_DIRECTION} * ${weight}, nan, ` +
    `positiveModulo(degrees(atan2(${sines}, ${cosines})), 360))`,
  of: (sines, cosines, weight) => {
    if (weight === 0 || Math.sqrt(sines * sines + cosines * cosines) < NO_DIRECTION * weight) return Number.NaN;
    const degrees = ((Math.atan2(sines, cosines) * 180) / Math.PI) % 360;
    return degrees < 0 ? degrees + 360 : degrees;
  },
};

/** The same from -180 to 180 degrees. */
export const SIGNED_DIRECTION: Form = {
  sql: (sines, cosines, weight) => {
    const mean = DIRECTION.sql(sines, cosines, weight);
    return `if(${mean} > 180, ${mean} - 360, ${mean})`;
  },
  of: (sines, cosines, weight) => {
    const mean = DIRECTION.of(sines, cosines, weight);
    return mean > 180 ? mean - 360 : mean;
  },
};
