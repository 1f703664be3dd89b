/** A place on the earth. [°] */
export interface Place {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371.01;
const RADIANS = Math.PI / 180;

/**
 * Distance between two places along the ground.
 *
 * @param a - place. [°]
 * @param b - place. [°]
 * @returns great-circle distance. [km] NaN where a coordinate is NaN
 * @see haversine formula on a sphere of 6371.01 km
 */
export function distanceKm(a: Place, b: Place): number {
  const halfLatitude = ((b.latitude - a.latitude) * RADIANS) / 2;
  const halfLongitude = ((b.longitude - a.longitude) * RADIANS) / 2;
  const square =
    Math.sin(halfLatitude) ** 2 + Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS) * Math.sin(halfLongitude) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(square)));
}
