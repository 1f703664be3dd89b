import type { ResponseOf } from '@solvane/contract/endpoint';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { SignalDefinition, signalEndpoints } from '@solvane/contract/signals';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import { CALC_TYPES } from '@solvane/energy/signals/calc-types';
import { toLocalTime } from '@solvane/energy/time/local-time';
import type { SignalLabels } from '../../shared/signals/use-signal-labels.ts';
import type { SignalGrouping } from '../../workspace/signals-view.ts';

type LatestValue = ResponseOf<typeof signalEndpoints.latest>['items'][number];

/** A signal as the panel lists it: one row however many devices have it. */
export interface ListedSignal {
  signalId: SignalId;
  words: SignalLabels;
  unit: string;
  treeAggregation: string;
  segmentIds: SegmentId[];
}

export interface ListQuestion {
  deviceCount: number;
  /** Only what all of the devices have. */
  commonOnly: boolean;
  /** Narrows to these calculation types. */
  calcTypes: readonly string[] | undefined;
  wordsOf: (definition: SignalDefinition) => SignalLabels;
}

/** One entry per signal of any of the devices, or of all of them. */
export function toListedSignals(definitions: readonly SignalDefinition[], question: ListQuestion): ListedSignal[] {
  const { deviceCount, commonOnly, calcTypes, wordsOf } = question;
  const signals = new Map<SignalId, ListedSignal>();
  for (const definition of definitions) {
    const { segmentId, signalId, unit, calcType, treeAggregation } = definition;
    if (calcTypes && !calcTypes.includes(calcType)) continue;
    const signal = signals.get(signalId);
    if (signal) signal.segmentIds.push(segmentId);
    else signals.set(signalId, { signalId, words: wordsOf(definition), unit, treeAggregation, segmentIds: [segmentId] });
  }
  return [...signals.values()].filter(({ segmentIds }) => !commonOnly || segmentIds.length === deviceCount);
}

/** Four more for every measured signal: listed when searched for, chosen before, or grouped by calculation type. */
const QUALITY_CALC_TYPES: ReadonlySet<string> = new Set(['ManualValidationFlag', 'QualityFlag', 'EstimatedFlag', 'EstimationMethod']);

export function isAboutQuality(signalId: string): boolean {
  return QUALITY_CALC_TYPES.has(signalId.slice(signalId.indexOf('||') + 2));
}

export type SignalRow =
  | { kind: 'group'; key: string; label: string; count: number; isOpen: boolean }
  | { kind: 'signal'; key: string; signal: ListedSignal };

export interface SignalRowsQuestion {
  signals: readonly ListedSignal[];
  grouping: SignalGrouping;
  closedGroups: ReadonlySet<string>;
  /** What the group of a signal is called; a signal may stand in several groups, as below each device type that has it. */
  groupsOf: (signal: ListedSignal) => readonly string[];
  compare: (left: string, right: string) => number;
}

const STAGES = Object.keys(CALC_TYPES);

/** Measured values come before what is computed from them. */
function stageOf({ signalId }: ListedSignal): number {
  return STAGES.indexOf(signalId.slice(signalId.indexOf('||') + 2));
}

/** Rows by group, name and calculation type. */
export function toSignalRows({ signals, grouping, closedGroups, groupsOf, compare }: SignalRowsQuestion): SignalRow[] {
  const sorted = [...signals].sort((left, right) => compare(left.words.name, right.words.name) || stageOf(left) - stageOf(right));
  if (grouping === 'none') return sorted.map((signal) => ({ kind: 'signal', key: signal.signalId, signal }));
  const groups = new Map<string, ListedSignal[]>();
  for (const signal of sorted) {
    for (const label of groupsOf(signal)) groups.set(label, [...(groups.get(label) ?? []), signal]);
  }
  return [...groups]
    .sort(([left], [right]) => compare(left, right))
    .flatMap(([label, members]): SignalRow[] => {
      const key = `${grouping}:${label}`;
      const isOpen = !closedGroups.has(key);
      const head: SignalRow = { kind: 'group', key, label, count: members.length, isOpen };
      return isOpen
        ? [head, ...members.map((signal): SignalRow => ({ kind: 'signal', key: `${key}:${signal.signalId}`, signal }))]
        : [head];
    });
}

export interface LatestOfSignal {
  value: number;
  /** Age is that of the oldest of them: no number looks fresher than it is. */
  timeMs: number;
}

/** The newest value of a signal over its devices: their sum where the tree adds up, else their mean. */
export function latestOf(signal: ListedSignal, latest: ReadonlyMap<string, LatestValue>): LatestOfSignal | undefined {
  const values = signal.segmentIds.flatMap((segmentId) => latest.get(latestKey(segmentId, signal.signalId)) ?? []);
  if (values.length === 0) return undefined;
  const sum = values.reduce((total, { value }) => total + value, 0);
  const isMean = signal.treeAggregation !== 'sum';
  return { value: isMean ? sum / values.length : sum, timeMs: Math.min(...values.map(({ timeMs }) => timeMs)) };
}

const DAY_MS = 86_400_000;

export interface LatestPlace {
  signalId: SignalId;
  zone: string;
  /** Length of the site's native intervals. */
  intervalMs: number;
}

/** Whether newer values were due. What is computed once a day has its value at a local midnight, and no other value for a day. */
export function isLate({ timeMs }: LatestOfSignal, { signalId, zone, intervalMs }: LatestPlace, nowMs: number): boolean {
  const isDaily = !signalId.endsWith('||Raw') && toLocalTime(timeMs, zone) % DAY_MS === 0 && nowMs - timeMs > silentAfterMs(intervalMs);
  const stepMs = isDaily ? DAY_MS : intervalMs;
  return nowMs - timeMs - stepMs > silentAfterMs(stepMs);
}

export function latestKey(segmentId: string, signalId: string): string {
  return `${segmentId}\n${signalId}`;
}
