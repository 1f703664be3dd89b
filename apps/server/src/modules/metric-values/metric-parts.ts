import type { EnergyType } from '@solvane/contract/fleet';
import type { PeriodMetricId } from '@solvane/contract/metric-ids';
import { type MetricDefinition, type MetricReason, metricDefinition } from '@solvane/contract/metrics';
import type { GuaranteeResult } from '@solvane/contract/site-results';
import { isGenerator, isSegmentType } from '@solvane/energy/devices/segment-types';
import type { MetricPart } from '@solvane/energy/metrics/fleet-value';
import type { AccountFigures } from './account-figures.ts';
import type { DayFigures } from './day-figures.ts';
import type { EmissionFigures } from './emission-figures.ts';
import type { EventFigures } from './event-figures.ts';
import type { MetricItem } from './metric-items.ts';
import type { BucketKey } from './metric-periods.ts';
import { AVAILABLE_TIME, type DayFigure, type MetricSource, metricSource, sourceOfType } from './metric-sources.ts';
import type { PromiseFigures } from './promise-figures.ts';
import type { RatingFigure, RatingFigures } from './rating-figures.ts';
import type { SignalFigures } from './signal-figures.ts';
import type { StateCounts } from './state-counts.ts';

/** What a site or device contributes to a metric in a bucket. */
export interface TimedPart extends MetricPart<MetricReason> {
  /** Some of the bucket's time is missing. */
  isPartial: boolean;
}

/** Everything that was read for a request, of one period. */
export interface MetricFigures {
  signals: SignalFigures;
  days: DayFigures;
  events: EventFigures;
  promises: PromiseFigures;
  accounts: AccountFigures;
  emissions: EmissionFigures;
  ratings: RatingFigures;
  states: StateCounts;
  /** Shares of valid time from which a bucket is whole: more is asked of days than of hours. */
  full: number;
}

/** Below this share of valid time a value says nothing. */
const LEAST_COMPLETENESS = 0.5;

/** Reasons that hold of something that is not there at all; others would need a value to be judged. */
const STATED_REASONS: readonly MetricReason[] = [
  'noExpected',
  'noBudget',
  'noPrice',
  'noCapacity',
  'noSignal',
  'noCurve',
  'noHistory',
  'noSetpoint',
];

/** Whether a metric is one for sites of an energy type. */
export function isFor(metricId: PeriodMetricId, energyType: EnergyType): boolean {
  return metricDefinition(metricId).energyTypes.includes(energyType);
}

/** @param source - of the metric, or of what it is compared with */
export function partOf(
  metricId: PeriodMetricId,
  source: MetricSource,
  { item, bucket, figures }: { item: MetricItem; bucket: BucketKey; figures: MetricFigures },
): TimedPart {
  const { perCurrency } = metricDefinition(metricId);
  const { capacity, segment } = item;
  const base = { capacity, currency: perCurrency ? segment.currency : null };
  const sums = sumsOf(metricId, source, { item, bucket, figures });
  if (typeof sums === 'string') return { ...base, numerator: Number.NaN, denominator: Number.NaN, reason: sums, isPartial: false };
  return { ...base, denominator: Number.NaN, reason: null, isPartial: false, ...sums };
}

type Sums = Pick<TimedPart, 'numerator'> & Partial<Pick<TimedPart, 'denominator' | 'isPartial' | 'reason'>>;
type SourceByType = Extract<MetricSource, { from: 'byEnergyType' }>;

interface Place {
  item: MetricItem;
  bucket: BucketKey;
  figures: MetricFigures;
}

/** Why there is none, or what the value is made of. */
function sumsOf(metricId: PeriodMetricId, source: MetricSource, place: Place): Sums | MetricReason {
  switch (source.from) {
    case 'signal':
      return ofSignal(metricId, source.signalId, place);
    case 'quotient':
      return ofQuotient(metricId, source, place);
    case 'perCapacity':
      return ofCapacity(metricId, source, place);
    case 'sensors':
      return ofSensors(source.signalIds, place);
    case 'days':
      return place.item.isSite ? ofDays(source, place) : ofSignal(metricId, source.device, place);
    case 'overWeight':
      return ofWeight(metricId, source, place);
    case 'events':
      return ofEvents(source, place);
    case 'reliability':
      return ofReliability(source.figure, place);
    case 'curtailed':
      return ofCurtailment(place);
    case 'emissions':
      return ofEmissions(metricId, source.signalId, place);
    case 'rating':
      return ofRating(source.figure, place);
    case 'states':
      return { numerator: place.figures.states.count(place.item, source.state) };
    case 'contractAmount':
      return ofContracts(place);
    case 'promised':
      return ofPromise(source, place);
    case 'cycles':
      return ofCycles(metricId, source, place);
    case 'byEnergyType':
      return ofEnergyType(source, place);
  }
}

function ofSignal(metricId: PeriodMetricId, signalId: string, place: Place): Sums | MetricReason {
  const definition = metricDefinition(metricId);
  const found = findSignal(signalId, place);
  if (!found) return reasonOf(definition, signalId, place);
  if (found.completeness < LEAST_COMPLETENESS) return 'incomplete';
  const isPartial = found.completeness < place.figures.full;
  if (definition.fleet !== 'ratio') return { numerator: found.value, isPartial };
  const { factor } = definition.scale ?? { factor: 1 };
  return { numerator: (found.value / factor) * found.weight, denominator: found.weight, isPartial };
}

function ofQuotient(metricId: PeriodMetricId, { over, under }: { over: string; under: string }, place: Place): Sums | MetricReason {
  const [numerator, denominator] = [findSignal(over, place), findSignal(under, place)];
  if (!numerator || !denominator) return reasonOf(metricDefinition(metricId), numerator ? under : over, place);
  const completeness = Math.min(numerator.completeness, denominator.completeness);
  if (completeness < LEAST_COMPLETENESS) return 'incomplete';
  return { numerator: numerator.value, denominator: denominator.value, isPartial: completeness < place.figures.full };
}

function ofCapacity(
  metricId: PeriodMetricId,
  { signalId, capacity }: { signalId: string; capacity: string },
  place: Place,
): Sums | MetricReason {
  const [found, rated] = [findSignal(signalId, place), findSignal(capacity, place)];
  if (!found) return reasonOf(metricDefinition(metricId), signalId, place);
  return rated ? { numerator: found.value * rated.value, denominator: rated.value } : 'noCapacity';
}

function ofWeight(
  metricId: PeriodMetricId,
  { signalId, weightOf }: { signalId: string; weightOf: string },
  place: Place,
): Sums | MetricReason {
  const [found, weighed] = [findSignal(signalId, place), findSignal(weightOf, place)];
  if (!found || !weighed) return reasonOf(metricDefinition(metricId), found ? weightOf : signalId, place);
  return { numerator: found.value, denominator: weighed.weight };
}

/** No event is none, where events may be read. */
function ofEvents(
  { figure, type, cause }: Extract<MetricSource, { from: 'events' }>,
  { item, bucket, figures: { events } }: Place,
): Sums | MetricReason {
  const { siteId, segmentId } = item.segment;
  return events.isReadable(siteId) ? { numerator: events.find(segmentId, bucket, figure, { type, cause }) } : 'noPermission';
}

const SECONDS_PER_HOUR = 3600;

/** Without a failure the time between failures is known, and its quotient is not. */
function ofReliability(figure: 'failures' | 'mtbf' | 'mttr', { item, bucket, figures }: Place): Sums | MetricReason {
  const { signals, days, accounts } = figures;
  if (days.daysOf(item.segment.siteId, bucket) === 0) return 'notCalculated';
  const generators = item.isSite
    ? (item.sensors.get(AVAILABLE_TIME) ?? []).filter(({ segmentType }) => isSegmentType(segmentType) && isGenerator(segmentType))
    : [item.segment];
  const judged = generators.filter(({ segmentId }) => signals.find(segmentId, AVAILABLE_TIME, bucket) !== undefined);
  if (judged.length === 0) return 'noData';
  const { failures, hours } = accounts.failures(judged, bucket);
  const isPartial = judged.length < generators.length;
  if (figure === 'failures') return { numerator: failures, isPartial };
  const reason = failures === 0 ? ({ reason: 'noFailures' } as const) : {};
  if (figure === 'mttr') return { numerator: hours, denominator: failures, isPartial, ...reason };
  const availableHours = judged.reduce((sum, { segmentId }) => {
    const found = signals.find(segmentId, AVAILABLE_TIME, bucket);
    const rating = item.isSite ? (item.ratings.get(segmentId) ?? Number.NaN) : item.capacity;
    return found ? sum + ((found.value / 100) * found.weight) / rating / SECONDS_PER_HOUR : sum;
  }, 0);
  return { numerator: availableHours, denominator: failures, isPartial, ...reason };
}

function ofCurtailment({ item, bucket, figures: { days, accounts } }: Place): Sums | MetricReason {
  if (days.daysOf(item.segment.siteId, bucket) === 0) return 'notCalculated';
  if (!(item.capacity > 0)) return 'noCapacity';
  return { numerator: accounts.curtailedKwh(item, bucket), denominator: item.capacity };
}

function ofEmissions(metricId: PeriodMetricId, signalId: string, place: Place): Sums | MetricReason {
  const energy = findSignal(signalId, place);
  if (!energy) return place.figures.days.daysOf(place.item.segment.siteId, place.bucket) === 0 ? 'notCalculated' : 'noData';
  if (energy.completeness < LEAST_COMPLETENESS) return 'incomplete';
  const { tonnes, isPartial } = place.figures.emissions.find(place.item, signalId, place.bucket);
  if (Number.isNaN(tonnes)) return metricDefinition(metricId).reasons.find((reason) => reason === 'noFactor') ?? 'noData';
  return { numerator: tonnes, isPartial: isPartial || energy.completeness < place.figures.full };
}

function ofContracts({ item, bucket, figures: { promises } }: Place): Sums | MetricReason {
  const { siteId } = item.segment;
  if (!item.isSite) return 'notAggregable';
  if (!promises.isReadable(siteId)) return 'noPermission';
  const results = promises.guarantees(siteId, bucket);
  const amounts = results.flatMap(({ amount }) => amount ?? []);
  if (amounts.length === 0) return results.length === 0 ? 'noGuarantee' : 'nothingCounted';
  return { numerator: amounts.reduce((sum, amount) => sum + amount, 0) };
}

/** A percentage of what the availability is one of, so that both add up alike. */
function ofPromise({ by, view, basis }: Extract<MetricSource, { from: 'promised' }>, place: Place): Sums | MetricReason {
  const { item, bucket, figures } = place;
  const { siteId } = item.segment;
  if (!item.isSite) return by === 'budget' ? 'noBudget' : 'noGuarantee';
  if (by === 'guarantee' && !figures.promises.isReadable(siteId)) return 'noPermission';
  const counted = ofDays({ figure: 'availability', view, basis }, place);
  if (typeof counted === 'string') return counted;
  const { denominator = Number.NaN } = counted;
  const percent = by === 'budget' ? figures.promises.budget(siteId, bucket) : guaranteedPercent(place, { view, basis });
  if (Number.isNaN(percent)) return by === 'budget' ? 'noBudget' : 'noGuarantee';
  return { numerator: (percent / 100) * denominator, denominator };
}

/** Where contracts follow each other, of the days that each is for. */
function guaranteedPercent(
  { item, bucket, figures: { promises } }: Place,
  { view, basis }: Pick<GuaranteeResult, 'view' | 'basis'>,
): number {
  const own = promises.guarantees(item.segment.siteId, bucket).filter((each) => each.view === view && each.basis === basis);
  const days = own.reduce((sum, each) => sum + each.days, 0);
  return own.reduce((sum, each) => sum + each.guaranteedPercent * each.days, 0) / days;
}

/** Over twice the energy that the batteries are rated for. */
function ofCycles(
  metricId: PeriodMetricId,
  { charged, discharged }: Extract<MetricSource, { from: 'cycles' }>,
  place: Place,
): Sums | MetricReason {
  const [taken, given] = [findSignal(charged, place), findSignal(discharged, place)];
  if (!taken || !given) {
    const reason = reasonOf(metricDefinition(metricId), taken ? discharged : charged, place);
    return reason === 'noCapacity' ? 'noData' : reason;
  }
  const rated = place.item.ratedEnergyKwh;
  if (!(rated > 0)) return 'noCapacity';
  return { numerator: taken.value + given.value, denominator: 2 * rated };
}

/** Mean of the devices that measured it. */
function ofSensors(signalIds: readonly string[], { item, bucket, figures }: Place): Sums | MetricReason {
  const own = signalIds.find((signalId) => figures.signals.has(item.segment.segmentId, signalId));
  const measured = own ?? signalIds.find((signalId) => item.sensors.has(signalId));
  if (measured === undefined) return 'noSignal';
  const devices = own === undefined ? (item.sensors.get(measured) ?? []) : [item.segment];
  const found = devices.flatMap(({ segmentId }) => figures.signals.find(segmentId, measured, bucket) ?? []);
  const known = found.filter(({ completeness }) => completeness >= LEAST_COMPLETENESS);
  if (known.length === 0) return found.length > 0 ? 'incomplete' : 'noData';
  const isPartial = known.length < devices.length || known.some(({ completeness }) => completeness < figures.full);
  return { numerator: known.reduce((sum, { value }) => sum + value, 0) / known.length, isPartial };
}

function ofDays(figure: DayFigure, { item, bucket, figures: { days } }: Place): Sums | MetricReason {
  const { siteId } = item.segment;
  const sums = days.find(siteId, figure, bucket);
  if (!sums) return days.daysOf(siteId, bucket) === 0 ? 'notCalculated' : 'noData';
  if (sums.reason !== undefined) return sums.reason === 'noData' ? 'noData' : 'nothingCounted';
  return { numerator: sums.numerator, denominator: sums.denominator };
}

/** Of inverters only: lines of several are not formed into one. */
function ofRating(figure: keyof RatingFigure, { item, bucket, figures }: Place): Sums | MetricReason {
  if (item.isSite) return 'notAggregable';
  const value = figures.ratings.find(item.segment.segmentId, bucket)?.[figure] ?? Number.NaN;
  return Number.isNaN(value) ? 'noHistory' : { numerator: value };
}

function ofEnergyType(source: SourceByType, place: Place): Sums | MetricReason {
  const { energyType } = place.item;
  const own = source.of[energyType === 'Hybrid' ? hybridAs(source, place) : energyType];
  const ownSource = sourceOfType(source, own);
  if (!ownSource) return 'noBudget';
  const sums = sumsOf(own, ownSource, place);
  if (typeof sums === 'string') return sums;
  const { factor, offset } = metricDefinition(own).scale ?? { factor: 1, offset: 0 };
  return { ...sums, numerator: factor * (sums.numerator / (sums.denominator ?? Number.NaN) + offset) };
}

/** Of modules where there are any. */
function hybridAs({ of }: SourceByType, { item, figures }: Place): 'PV' | 'Wind' {
  const source = metricSource(of.PV);
  return source.from === 'signal' && figures.signals.has(item.segment.segmentId, source.signalId) ? 'PV' : 'Wind';
}

function findSignal(signalId: string, { item, bucket, figures }: Place) {
  return figures.signals.find(item.segment.segmentId, signalId, bucket);
}

/** Why a signal has no value: it is computed of days that were not, it does not exist for a reason that the metric states, or nothing arrived. */
function reasonOf({ reasons }: MetricDefinition, signalId: string, { item, bucket, figures }: Place): MetricReason {
  const { siteId, segmentId } = item.segment;
  if (figures.days.daysOf(siteId, bucket) === 0) return 'notCalculated';
  const stated = reasons.find((reason) => STATED_REASONS.includes(reason));
  if (stated !== undefined) return stated;
  return figures.signals.has(segmentId, signalId) ? 'noData' : 'noSignal';
}
