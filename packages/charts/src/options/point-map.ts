export interface MapPoint {
  latitude: number;
  longitude: number;
}

export interface PointMapLayout {
  /** Of the square, in its own units. */
  size: number;
  widthKm: number;
  place: (point: MapPoint) => { x: number; y: number };
  /** Meridians and parallels at round degrees. */
  lines: { at: number; isMeridian: boolean; text: string }[];
}

const SIZE = 256;
const KM_PER_DEGREE = 111.32;
/** A single point is shown with this much around it. */
const LEAST_DEGREES = 0.02;
const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45];

/** A square around the points, true to distance at its middle. undefined: there is nothing to show. */
export function pointMap(points: readonly MapPoint[]): PointMapLayout | undefined {
  if (points.length === 0) return undefined;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const shrink = Math.max(0.1, Math.cos((middle.latitude * Math.PI) / 180));
  const degrees = Math.max(LEAST_DEGREES, north - south, (east - west) * shrink) * 1.25;
  const scale = SIZE / degrees;
  const x = (longitude: number): number => SIZE / 2 + (longitude - middle.longitude) * shrink * scale;
  const y = (latitude: number): number => SIZE / 2 - (latitude - middle.latitude) * scale;
  const step = STEPS.find((candidate) => degrees / candidate <= 4) ?? 45;
  const along = (from: number, to: number): number[] => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step);
  };
  const text = (value: number): string => `${Number(value.toFixed(3))}°`;
  return {
    size: SIZE,
    widthKm: degrees * KM_PER_DEGREE,
    place: ({ latitude, longitude }) => ({ x: x(longitude), y: y(latitude) }),
    lines: [
      ...along(middle.longitude - degrees / 2 / shrink, middle.longitude + degrees / 2 / shrink).map((value) => ({
        at: x(value),
        isMeridian: true,
        text: text(value),
      })),
      ...along(middle.latitude - degrees / 2, middle.latitude + degrees / 2).map((value) => ({
        at: y(value),
        isMeridian: false,
        text: text(value),
      })),
    ],
  };
}
