import type { FleetDescriptionInput } from '@solvane/contract/fleet-description';
import { signalsOfSegmentType } from '@solvane/energy/devices/segment-signals';
import { getSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { type SignalId, toSignalId } from '@solvane/energy/signals/signal-id';
import { at } from './columns/column.ts';
import { hash2, uniformNoise } from './noise/hash-noise.ts';

export interface LargeFleetOptions {
  sites?: number;
  /** All nodes of all trees, sites included. */
  segments?: number;
  /** Raw series. */
  signals?: number;
  seed?: number;
}

export interface LargeSeries {
  siteId: string;
  segmentId: string;
  signalId: SignalId;
}

/** Columns of some series over the same instants. */
export interface LargeBatch {
  timesMs: Float64Array;
  series: LargeSeries[];
  columns: Float64Array[];
}

export interface LargeFleet {
  enterprises: { id: string; name: string }[];
  /** One site after the other, so that a hundred thousand segments are never in memory together. */
  sites(): Generator<LargeSite>;
  /** Raw series, generators first. */
  series(): Generator<LargeSeries>;
  /** Values in batches of at most `pointsPerBatch`, all series over one period after the other. */
  points(question: LargePointsQuestion): Generator<LargeBatch>;
}

export interface LargePointsQuestion {
  startMs: number;
  endMs: number;
  stepMs: number;
  pointsPerBatch?: number;
}

export type LargeSite = NonNullable<FleetDescriptionInput['sites']>[number];

interface Shape {
  energyType: 'PV' | 'Wind' | 'BESS' | 'Hybrid';
  /** Repeated below the site until it is full: a generator and what hangs on it. */
  group: readonly { type: SegmentType; count: number }[];
}

const SHAPES: readonly Shape[] = [
  {
    energyType: 'PV',
    group: [
      { type: 'Inverter', count: 1 },
      { type: 'Combiner', count: 8 },
    ],
  },
  { energyType: 'Wind', group: [{ type: 'WindTurbine', count: 1 }] },
  {
    energyType: 'BESS',
    group: [
      { type: 'BatteryInverter', count: 1 },
      { type: 'BatteryContainer', count: 2 },
    ],
  },
  { energyType: 'PV', group: [{ type: 'Inverter', count: 1 }] },
];
const COMMON: readonly SegmentType[] = ['Meter', 'WeatherStation'];
const ZONES = ['Europe/Stockholm', 'America/Chicago', 'Asia/Kolkata', 'Australia/Adelaide', 'America/Sao_Paulo'];
const COUNTRIES = ['SE', 'US', 'IN', 'AU', 'BR'];
const SITES_PER_ENTERPRISE = 25;
const POINTS_PER_BATCH = 1_000_000;
const DAY_MS = 86_400_000;

/** A fleet of any size for benchmarks: plausible trees, smooth cheap numbers, the same ones for the same seed. */
export function largeFleet({ sites = 1_000, segments = 100_000, signals = 3_000, seed = 1 }: LargeFleetOptions = {}): LargeFleet {
  const fleet = { sites, segmentsPerSite: Math.max(2, Math.floor(segments / sites)), signals, seed };
  const enterprises = Array.from({ length: Math.ceil(sites / SITES_PER_ENTERPRISE) }, (_, i) => ({
    id: `e${i + 1}`,
    name: `Enterprise ${i + 1}`,
  }));
  return {
    enterprises,
    sites: function* () {
      for (let i = 0; i < sites; i++) yield siteOf(i, fleet);
    },
    series: () => seriesOf(fleet),
    points: (question) => pointsOf(fleet, question),
  };
}

type Fleet = Required<Pick<LargeFleetOptions, 'sites' | 'signals' | 'seed'>> & { segmentsPerSite: number };

function siteOf(index: number, { segmentsPerSite, seed }: Fleet): LargeSite {
  const shape = shapeOf(index);
  const zone = hash2(seed, index) % ZONES.length;
  const id = siteId(index);
  return {
    id,
    name: `Site ${index + 1}`,
    enterpriseId: `e${Math.floor(index / SITES_PER_ENTERPRISE) + 1}`,
    visibilityState: 'Published',
    timezone: ZONES[zone] ?? 'UTC',
    latitude: Math.round((uniformNoise(seed + 1, index) * 110 - 45) * 1e4) / 1e4,
    longitude: Math.round((uniformNoise(seed + 2, index) * 340 - 170) * 1e4) / 1e4,
    country: COUNTRIES[zone] ?? 'SE',
    portfolio: `Portfolio ${(index % 12) + 1}`,
    operatingRegion: `Region ${(index % 6) + 1}`,
    plantOperator: `Operator ${(index % 8) + 1}`,
    energyType: shape.energyType,
    segments: segmentsOf(index, segmentsPerSite).map((segment) => ({
      ...segment,
      metadata: getSegmentType(segment.type).isGenerator ? { capacityAc: 1000 + (hash2(seed + 3, index) % 4) * 500 } : {},
    })),
  };
}

function segmentsOf(index: number, segmentsPerSite: number): { id: string; name: string; type: SegmentType; parentId: string | null }[] {
  const site = siteId(index);
  const segments: { id: string; name: string; type: SegmentType; parentId: string | null }[] = [];
  const add = (type: SegmentType, parentId: string | null) => {
    const number = segments.length + 1;
    segments.push({ id: `${site}-${number}`, name: `${type} ${number}`, type, parentId });
    return `${site}-${number}`;
  };
  const isFull = () => segments.length >= segmentsPerSite - 1;
  for (const type of COMMON) if (!isFull()) add(type, null);
  const [first, ...rest] = shapeOf(index).group;
  while (first && !isFull()) {
    const parentId = add(first.type, null);
    for (const { type, count } of rest) for (let i = 0; i < count && !isFull(); i++) add(type, parentId);
  }
  return segments;
}

function* seriesOf({ sites, segmentsPerSite, signals }: Fleet): Generator<LargeSeries> {
  let left = signals;
  // Round by round, so that a few signals already reach every site.
  for (let round = 0; left > 0; round++) {
    let found = false;
    for (let index = 0; index < sites && left > 0; index++) {
      for (const { id, type } of segmentsOf(index, segmentsPerSite)) {
        const apCode = measuredSignals(type)[round];
        if (apCode === undefined || left === 0) continue;
        found = true;
        left--;
        yield { siteId: siteId(index), segmentId: id, signalId: toSignalId(apCode, 'Raw') };
      }
    }
    if (!found) throw new RangeError(`A fleet of ${sites} sites has ${signals - left} raw series, not ${signals}`);
  }
}

function* pointsOf(
  fleet: Fleet,
  { startMs, endMs, stepMs, pointsPerBatch = POINTS_PER_BATCH }: LargePointsQuestion,
): Generator<LargeBatch> {
  const series = [...seriesOf(fleet)];
  const perSeries = Math.max(1, Math.min(Math.ceil((endMs - startMs) / stepMs), pointsPerBatch));
  const seriesPerBatch = Math.max(1, Math.floor(pointsPerBatch / perSeries));
  for (let fromMs = startMs; fromMs < endMs; fromMs += perSeries * stepMs) {
    const length = Math.min(perSeries, Math.ceil((endMs - fromMs) / stepMs));
    const timesMs = Float64Array.from({ length }, (_, i) => fromMs + i * stepMs);
    for (let first = 0; first < series.length; first += seriesPerBatch) {
      const part = series.slice(first, first + seriesPerBatch);
      yield { timesMs, series: part, columns: part.map((_, i) => valuesOf(timesMs, { seed: hash2(fleet.seed, first + i), stepMs })) };
    }
  }
}

/** A daily wave with some noise, two decimals as instruments have. */
function valuesOf(timesMs: Float64Array, { seed, stepMs }: { seed: number; stepMs: number }): Float64Array {
  const amplitude = 100 + (seed % 1900);
  const phase = (seed >>> 8) % DAY_MS;
  return timesMs.map((_, i) => {
    const timeMs = at(timesMs, i);
    const wave = 1 - Math.abs((((timeMs + phase) % DAY_MS) / DAY_MS) * 2 - 1);
    const noise = hash2(seed, Math.floor(timeMs / stepMs)) / 2 ** 32;
    return Math.round(amplitude * (0.9 * wave + 0.1 * noise) * 100) / 100;
  });
}

const measuredByType = new Map<SegmentType, string[]>();

function measuredSignals(type: SegmentType): string[] {
  const known =
    measuredByType.get(type) ??
    signalsOfSegmentType(type)
      .filter(({ calcTypes, kind = 'number' }) => calcTypes.includes('Raw') && kind === 'number')
      .map(({ apCode }) => apCode);
  measuredByType.set(type, known);
  return known;
}

function shapeOf(index: number): Shape {
  const shape = SHAPES[index % SHAPES.length];
  if (!shape) throw new RangeError('no shape');
  return shape;
}

function siteId(index: number): string {
  return `l${String(index + 1).padStart(4, '0')}`;
}
