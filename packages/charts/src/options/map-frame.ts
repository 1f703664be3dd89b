import type { MapPoint } from './point-map.ts';

export interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** How degrees become pixels: `x = left + longitude * perLongitude`, and the same downwards for latitudes. */
export interface MapFrame {
  left: number;
  top: number;
  perLongitude: number;
  perLatitude: number;
}

export const WORLD: MapBounds = { west: -170, south: -56, east: 180, north: 76 };

/** Less than this around a single site tells nothing. */
const LEAST_DEGREES = 8;
const MARGIN = 0.12;

/** What holds all points with room around them. undefined: there is none */
export function boundsOf(points: readonly MapPoint[]): MapBounds | undefined {
  if (points.length === 0) return undefined;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  return { west: Math.min(...longitudes), south: Math.min(...latitudes), east: Math.max(...longitudes), north: Math.max(...latitudes) };
}

/** Bounds in the middle of a picture, true to distance at their middle latitude. */
export function mapFrame({ west, south, east, north }: MapBounds, { width, height }: { width: number; height: number }): MapFrame {
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const shrink = Math.max(0.2, Math.cos((middle.latitude * Math.PI) / 180));
  const wide = Math.max(LEAST_DEGREES, (east - west) * shrink) * (1 + 2 * MARGIN);
  const high = Math.max(LEAST_DEGREES, north - south) * (1 + 2 * MARGIN);
  const scale = Math.min(width / wide, height / high);
  return {
    left: width / 2 - middle.longitude * shrink * scale,
    top: height / 2 + middle.latitude * scale,
    perLongitude: shrink * scale,
    perLatitude: -scale,
  };
}

export interface Placed {
  x: number;
  y: number;
  /** The largest one leads its cluster. */
  weight: number;
}

/** Points nearer to each other than a distance stand for one: the first of each is the one that weighs most. */
export function clustersOf<T extends Placed>(points: readonly T[], distance: number): T[][] {
  const clusters: T[][] = [];
  for (const point of points.toSorted((a, b) => b.weight - a.weight)) {
    const near = clusters.find(([leader]) => leader !== undefined && Math.hypot(leader.x - point.x, leader.y - point.y) < distance);
    if (near) near.push(point);
    else clusters.push([point]);
  }
  return clusters;
}
