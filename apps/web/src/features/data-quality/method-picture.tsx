import type { MethodName } from '@solvane/energy/quality/method-attributes';
import classes from './method-picture.module.css';

interface Picture {
  /** What was measured, and what is left of it. */
  line?: string;
  /** Measured values that a test takes out. */
  removed?: string;
  /** Where values come from instead. */
  source?: string;
  /** Limits. */
  limit?: string;
  /** Estimated points. */
  points?: readonly (readonly [number, number])[];
  /** Rejected points. */
  crosses?: readonly (readonly [number, number])[];
}

const CURVE = 'M4 44 C20 44 26 10 46 10 S72 44 88 44';
const GAP = { line: 'M4 42 L16 34 L26 24 M58 20 L70 28 L88 42', removed: '' };

/** 92 x 50 each: what a method does, drawn with the marks of the charts. */
const PICTURES: Record<MethodName, Picture> = {
  manual: {
    line: 'M4 40 L30 26 M62 22 L88 38',
    removed: 'M30 26 L46 14 L62 22',
    crosses: [
      [38, 20],
      [46, 14],
      [54, 18],
    ],
  },
  missing: { line: 'M4 40 L30 26 M62 24 L88 40', limit: 'M30 44 H62' },
  lowCounts: {
    line: 'M4 40 L30 24 M62 24 L88 40',
    crosses: [
      [40, 21],
      [52, 22],
    ],
    limit: 'M36 44 V36 M40 44 V40 M52 44 V38',
  },
  outOfRangeMin: { line: 'M4 20 L34 24 M56 22 L88 18', limit: 'M4 36 H88', removed: 'M34 24 L45 46 L56 22', crosses: [[45, 44]] },
  outOfRangeMax: { line: 'M4 36 L34 28 M56 28 L88 36', limit: 'M4 16 H88', removed: 'M34 28 L45 6 L56 28', crosses: [[45, 7]] },
  flatline: {
    line: 'M4 42 L26 26 M66 26 L88 42',
    removed: 'M26 26 H66',
    points: [
      [34, 17],
      [46, 13],
      [58, 17],
    ],
  },
  flatlineInteger: { line: 'M4 42 L24 26 M68 26 L88 42', removed: 'M24 26 L31 24 L38 27 L45 24 L52 27 L59 24 L68 26' },
  implausibleGradient: { line: 'M4 30 L40 28 M52 28 L88 30', removed: 'M40 28 L46 6 L52 28', crosses: [[46, 7]] },
  outOfRangeClearSkyHigh: {
    source: CURVE,
    line: 'M14 40 C28 34 32 20 40 18',
    crosses: [
      [48, 4],
      [54, 5],
    ],
  },
  outOfRangeClearSkyLow: {
    source: CURVE,
    removed: 'M22 42 H70',
    crosses: [
      [34, 42],
      [46, 42],
      [58, 42],
    ],
  },
  outOfRangeConsensus: {
    source: 'M4 24 C24 18 40 18 88 24 M4 28 C24 22 44 20 88 28',
    removed: 'M4 26 C30 26 52 42 88 42',
    crosses: [[64, 39]],
  },
  outOfRangePerformanceRatioHigh: { line: 'M4 40 C26 38 30 10 46 10 S66 38 88 40', removed: 'M4 44 C30 43 34 26 46 26 S62 43 88 44' },
  outOfRangeBarometricPressureRatioHigh: {
    limit: 'M4 14 H88',
    line: 'M4 24 L36 22 M58 22 L88 24',
    removed: 'M36 22 L47 6 L58 22',
    crosses: [[47, 7]],
  },
  outOfRangeBarometricPressureRatioLow: {
    limit: 'M4 38 H88',
    line: 'M4 28 L36 28 M58 28 L88 26',
    removed: 'M36 28 L47 46 L58 28',
    crosses: [[47, 45]],
  },
  percentOfPoaConsensus: { source: CURVE, removed: 'M4 45 C22 45 28 20 46 20 S70 45 88 45' },
  nightTimeCorrectedValue: {
    line: 'M22 44 C32 44 36 12 46 12 S60 44 70 44',
    removed: 'M4 40 H22 M70 40 H88',
    points: [
      [8, 44],
      [16, 44],
      [76, 44],
      [84, 44],
    ],
  },
  measured: { line: CURVE },
  windTurbineValid: {
    line: 'M4 30 L20 24 L34 30 L50 16',
    limit: 'M50 44 H88',
    crosses: [
      [60, 38],
      [72, 38],
    ],
  },
  interpolated: {
    ...GAP,
    points: [
      [34, 23],
      [42, 22],
      [50, 21],
    ],
  },
  persistenceWithWindow: {
    line: 'M4 34 L16 28 L28 22 M70 34 L88 38',
    points: [
      [36, 22],
      [46, 22],
      [56, 22],
    ],
  },
  weatherStationPrimary: {
    ...GAP,
    source: 'M4 36 L26 18 L42 8 L58 14 L88 36',
    points: [
      [34, 13],
      [42, 8],
      [50, 11],
    ],
  },
  weatherStationSecondary: {
    ...GAP,
    source: 'M4 44 L26 30 L42 18 L58 26 L88 46',
    points: [
      [34, 24],
      [42, 18],
      [50, 22],
    ],
  },
  referenceDevice: {
    ...GAP,
    source: 'M4 46 L26 32 L42 22 L58 28 L88 47',
    points: [
      [34, 18],
      [42, 13],
      [50, 16],
    ],
  },
  referenceWindTurbineCascade: {
    ...GAP,
    source: 'M4 46 L16 40 L26 31 L34 25 L42 26 L50 24 L58 26 L88 47',
    points: [
      [34, 18],
      [42, 19],
      [50, 17],
    ],
  },
  windTurbineFallback: {
    ...GAP,
    source: 'M4 46 L42 14 L88 46 M4 40 L42 22 L88 40',
    points: [
      [34, 21],
      [42, 18],
      [50, 21],
    ],
  },
  consensusAverage: {
    ...GAP,
    source: 'M4 38 L42 10 L88 38 M4 46 L42 24 L88 46',
    points: [
      [34, 20],
      [42, 17],
      [50, 20],
    ],
  },
  fallbackSignal: {
    ...GAP,
    source: 'M4 10 L42 34 L88 10',
    points: [
      [34, 19],
      [42, 15],
      [50, 18],
    ],
  },
  satelliteWeatherStation: {
    ...GAP,
    source: 'M4 40 H20 V28 H36 V16 H52 V22 H68 V34 H88',
    points: [
      [34, 17],
      [42, 16],
      [50, 16],
    ],
  },
  referenceExternalWeather: {
    ...GAP,
    source: 'M4 44 L46 12 L88 44',
    points: [
      [34, 21],
      [42, 15],
      [50, 15],
    ],
  },
  defaultValue: {
    ...GAP,
    limit: 'M4 36 H88',
    points: [
      [34, 36],
      [42, 36],
      [50, 36],
    ],
  },
};

/** A small drawing of what a method does; its words say the same. */
export function MethodPicture({ method }: { method: MethodName }) {
  const { line, removed, source, limit, points = [], crosses = [] } = PICTURES[method];
  return (
    <svg className={classes.picture} viewBox="0 0 92 50" width={92} height={50} aria-hidden="true">
      {limit && <path className={classes.limit} d={limit} />}
      {source && <path className={classes.source} d={source} />}
      {removed && <path className={classes.removed} d={removed} />}
      {line && <path className={classes.line} d={line} />}
      {points.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={classes.point} cx={x} cy={y} r={2.4} />
      ))}
      {crosses.map(([x, y]) => (
        <path key={`${x} ${y}`} className={classes.cross} d={`M${x - 2.5} ${y - 2.5} l5 5 m0 -5 l-5 5`} />
      ))}
    </svg>
  );
}
