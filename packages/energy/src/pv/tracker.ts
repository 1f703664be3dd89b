import { combine } from '@solvane/series/combine';
import type { SunPositions } from './sun-position.ts';
import { isDaylight } from './sun-position.ts';

/** A row of modules turning about one horizontal axis. */
export interface SingleAxisTracker {
  /** Direction of the axis; 180 is north–south. [°] */
  axisAzimuth?: number;
  /** Module width divided by row distance; absent: rows never shade each other and backtracking is off. */
  groundCoverRatio?: number;
  /** Mechanical limit on both sides. [°] */
  maxRotation?: number;
  /** Position at night. [°] */
  parkAngle?: number;
}

const NORTH_SOUTH = 180;
const MAX_ROTATION = 60;
const RADIANS = Math.PI / 180;
const DEGREES = 180 / Math.PI;

/**
 * Rotation a tracker should have: towards the sun, turned back at low sun so that rows do not shade each other.
 *
 * @param sun - apparent zenith and azimuth, each shape (n). [°]
 * @param tracker - geometry
 * @returns rotation, positive towards axis azimuth + 90 (west for a north–south axis), shape (n). [°] The park angle at night
 * @throws RangeError when the lengths differ
 * @see Lorenzo, Narvarte & Muñoz, Progress in Photovoltaics 19 (2011); ground cover 0.4, zenith 80°, azimuth 95° → −15.7942
 */
export function trackerRotation(
  sun: Pick<SunPositions, 'apparentZenith' | 'azimuth'>,
  { axisAzimuth = NORTH_SOUTH, groundCoverRatio = 0, maxRotation = MAX_ROTATION, parkAngle = 0 }: SingleAxisTracker = {},
): Float64Array {
  return combine(sun.apparentZenith, sun.azimuth, (apparentZenith, azimuth) => {
    if (!isDaylight(apparentZenith)) return parkAngle;
    const zenith = apparentZenith * RADIANS;
    const facingSun = Math.atan2(Math.sin(zenith) * Math.sin((azimuth - axisAzimuth) * RADIANS), Math.cos(zenith));
    const freeWidth = groundCoverRatio > 0 ? Math.abs(Math.cos(facingSun)) / groundCoverRatio : 1;
    const turnBack = freeWidth < 1 ? Math.sign(facingSun) * Math.acos(freeWidth) : 0;
    return Math.min(maxRotation, Math.max(-maxRotation, (facingSun - turnBack) * DEGREES));
  });
}

/**
 * Tilt and azimuth of the plane of a tracker.
 *
 * @param rotation - as from `trackerRotation` or measured, shape (n). [°]
 * @param axisAzimuth - direction of the axis. [°]
 * @returns tilt and azimuth, each shape (n). [°] NaN where the rotation is NaN
 */
export function trackerPlane(rotation: Float64Array, axisAzimuth: number = NORTH_SOUTH): { tilt: Float64Array; azimuth: Float64Array } {
  const positiveSide = (axisAzimuth + 90) % 360;
  const negativeSide = (axisAzimuth + 270) % 360;
  return {
    tilt: rotation.map(Math.abs),
    azimuth: rotation.map((angle) => (angle >= 0 ? positiveSide : angle < 0 ? negativeSide : Number.NaN)),
  };
}
