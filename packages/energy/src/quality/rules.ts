import type { SegmentType } from '../devices/segment-types.ts';
import { type CatalogueRow, findCatalogueRow } from '../signals/catalogue.ts';
import { type QualityConfiguration, type SignalRules, withDefaults } from './configuration.ts';
import { PLAIN_RULES } from './default-configuration.ts';
import type { MethodAttributes, SourceName, TestName } from './method-attributes.ts';
import { MIN_DARK_SAMPLES, MIN_GAP_SAMPLES, QUALITY_METHODS } from './methods.ts';

interface PlannedMethod<M extends SourceName | TestName> {
  method: M;
  flag: number;
  number: number;
  quality: boolean;
  cascade: boolean;
  settings: MethodAttributes[M];
}

export type PlannedSource = { [M in SourceName]: PlannedMethod<M> }[SourceName];
type PlannedTest = { [M in TestName]: PlannedMethod<M> }[TestName];
export type PlannedTests = { [M in TestName]?: PlannedMethod<M> };

/** Rules of one signal of one type of segment, ready to run: active methods only, in order, every setting filled in. */
export interface SignalPlan {
  apCode: string;
  segmentType: SegmentType;
  /** undefined: a signal the catalogue does not know. */
  row: CatalogueRow | undefined;
  sources: readonly PlannedSource[];
  /** Of these the one that names reference devices. */
  referenceDevice?: PlannedMethod<'referenceDevice'>;
  /** How many days before the window its sources look back for the same time of day. 0: none of them does */
  historyDays: number;
  tests: PlannedTests;
  /** Bits whose hit rejects a value. */
  rejectMask: number;
  /** Bits whose hit makes it suspect. */
  suspectMask: number;
  /** For tests that end the testing at a hit: their bit and the bits that are then kept, first test first. */
  stops: readonly { flag: number; keep: number }[];
  /** The sun below this elevation makes it night. [°] */
  nightElevation: number;
  /** How many intervals of so many minutes its methods look around an interval, besides those next to it. Infinite: as far as is known */
  reach(stepMinutes: number): number;
}

/** A configuration ready to run; made once and used for any number of days. */
export interface QualityRules {
  planFor(apCode: string, segmentType: SegmentType): SignalPlan;
  /** Whether any of them asks for what was measured on earlier days: for lines between devices, or for the same time of day. */
  looksBack: boolean;
}

const PEER_TESTS: readonly TestName[] = ['outOfRangeConsensus', 'outOfRangePerformanceRatioHigh', 'percentOfPoaConsensus'];

/**
 * Makes a configuration ready to run. Signals without rules of their own follow `PLAIN_RULES`.
 *
 * @param configuration - without problems (`findConfigurationProblems`)
 */
export function compileRules(configuration: QualityConfiguration): QualityRules {
  const plans = new Map<string, Map<SegmentType, SignalPlan>>();
  return {
    looksBack: configuration.signals.some((signal) => looksBack(planSignal(signal, signal.apCode, signal.segmentTypes[0] ?? 'Site'))),
    planFor(apCode, segmentType) {
      const known = plans.get(apCode)?.get(segmentType);
      if (known !== undefined) return known;
      const plan = planSignal(findRules(configuration, apCode, segmentType), apCode, segmentType);
      const byType = plans.get(apCode) ?? new Map<SegmentType, SignalPlan>();
      plans.set(apCode, byType.set(segmentType, plan));
      return plan;
    },
  };
}

function looksBack({ referenceDevice, historyDays }: SignalPlan): boolean {
  return historyDays > 0 || referenceDevice?.settings.relation === 'regression';
}

function findRules({ signals }: QualityConfiguration, apCode: string, segmentType: SegmentType): SignalRules {
  const ofSignal = signals.filter((rules) => rules.apCode === apCode);
  return (
    ofSignal.find((rules) => rules.segmentTypes.includes(segmentType)) ??
    ofSignal.find((rules) => rules.segmentTypes.length === 0) ??
    PLAIN_RULES
  );
}

function planSignal({ external, internal }: SignalRules, apCode: string, segmentType: SegmentType): SignalPlan {
  const sources = inOrder(external).map((entry) => planMethod(entry) as PlannedSource);
  const tests = inOrder(internal).map((entry) => planMethod(entry) as PlannedTest);
  // Tests that need the peers run after all others, whatever the order.
  const sequence = [...tests].sort((a, b) => Number(PEER_TESTS.includes(a.method)) - Number(PEER_TESTS.includes(b.method)));
  const night = sources.find((source) => source.method === 'nightTimeCorrectedValue');
  const referenceDevice = sources.find((source) => source.method === 'referenceDevice');
  const persistence = sources.find((source) => source.method === 'persistenceWithWindow');
  return {
    apCode,
    segmentType,
    row: findCatalogueRow(apCode),
    sources,
    ...(referenceDevice && referenceDevice.settings.referenceDeviceIds.length > 0 && { referenceDevice }),
    historyDays: persistence?.settings.mode === 'sameTimeOfDay' ? persistence.settings.windowDays : 0,
    tests: Object.fromEntries(tests.map((test) => [test.method, test])),
    rejectMask: maskOf(tests.filter((test) => test.quality)),
    suspectMask: maskOf(tests.filter((test) => !test.quality)),
    stops: sequence.flatMap((test, i) => (test.cascade ? [] : [{ flag: test.flag, keep: maskOf(sequence.slice(0, i + 1)) }])),
    nightElevation: night?.settings.nightElevation ?? QUALITY_METHODS.nightTimeCorrectedValue.attributes.nightElevation.default,
    reach: (stepMinutes) =>
      Math.max(0, ...tests.map((test) => reachOfTest(test, stepMinutes))) +
      Math.max(0, ...sources.map((source) => reachOfSource(source, stepMinutes))),
  };
}

/**
 * Intervals a duration takes.
 *
 * @param minutes - duration
 * @param stepMinutes - length of an interval
 */
export function intervalsOf(minutes: number, stepMinutes: number): number {
  return Math.ceil(minutes / stepMinutes - SLACK);
}

const SLACK = 1e-9;

/** A run is as long as it must be to count, wherever the look at it begins. */
function reachOfTest({ method, settings }: PlannedTest, stepMinutes: number): number {
  switch (method) {
    case 'flatline':
    case 'flatlineInteger':
      return Math.max(intervalsOf(settings.windowMinutes, stepMinutes), settings.minSamples);
    case 'outOfRangeClearSkyLow':
      return Math.max(intervalsOf(settings.windowMinutes, stepMinutes), MIN_DARK_SAMPLES);
    case 'percentOfPoaConsensus':
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

function reachOfSource({ method, settings }: PlannedSource, stepMinutes: number): number {
  switch (method) {
    case 'interpolated':
      return Math.max(intervalsOf(settings.maxGapMinutes, stepMinutes), MIN_GAP_SAMPLES);
    case 'persistenceWithWindow':
      return settings.mode === 'hold' ? intervalsOf(settings.windowMinutes, stepMinutes) : Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

interface Entry<M extends SourceName | TestName> {
  method: M;
  order: number;
  state: 'Active' | 'Inactive';
  quality: boolean;
  cascade: boolean;
  attributes: Partial<MethodAttributes[M]>;
}

function inOrder<E extends { order: number; state: 'Active' | 'Inactive' }>(entries: readonly E[]): E[] {
  return entries.filter((entry) => entry.state === 'Active').sort((a, b) => a.order - b.order);
}

function planMethod<M extends SourceName | TestName>({ method, quality, cascade, attributes }: Entry<M>): PlannedMethod<M> {
  const { flag, number } = QUALITY_METHODS[method];
  return { method, flag, number, quality, cascade, settings: withDefaults(method, attributes) };
}

function maskOf(methods: readonly { flag: number }[]): number {
  return methods.reduce((mask, { flag }) => mask | flag, 0);
}
