import type { SegmentId } from '@solvane/contract/ids';
import type { PowerCurveContent, PowerCurveDetails } from '@solvane/contract/models';
import { createItemDrafts, type ItemDraft } from '../../shared/configuration/item-draft.ts';

/** One setting of a power curve as text, or one of its points, so that two states are compared setting by setting. */
export interface CurveItem {
  /** What it is: `airDensity`, or `point 7.5`. */
  id: string;
  value: string;
}

export type CurveDraft = ItemDraft<CurveItem, PowerCurveDetails>;

export const curveDrafts = createItemDrafts<CurveItem, PowerCurveDetails>();

const NUMBERS = ['airDensity', 'airDensityMin', 'airDensityMax', 'windDirectionMin', 'windDirectionMax'] as const;
export type CurveNumber = (typeof NUMBERS)[number];

const WHOLE_YEAR = '01-01/12-31';
const WHOLE_DAY = '00:00/24:00';
const POINT = 'point ';

export function toItems(content: Omit<PowerCurveContent, 'enterpriseId'>): CurveItem[] {
  const { name, type, points, dayRange, timeRange, effectiveStartMs, effectiveEndMs, resolutionMinutes, segmentIds } = content;
  const item = (id: string, value: string): CurveItem => ({ id, value });
  // Uploads state both ranges or none; a curve that another program saved with one of them applies in all of the other.
  const hasRange = dayRange !== null || timeRange !== null;
  return [
    item('name', name),
    item('type', type),
    ...NUMBERS.map((id) => item(id, String(content[id]))),
    item('dayRange', dayRange ? `${dayText(dayRange.from)}/${dayText(dayRange.to)}` : hasRange ? WHOLE_YEAR : ''),
    item('timeRange', timeRange ? `${timeText(timeRange.fromMinute)}/${timeText(timeRange.toMinute)}` : hasRange ? WHOLE_DAY : ''),
    item('effectiveStart', effectiveStartMs === null ? '' : String(effectiveStartMs)),
    item('effectiveEnd', effectiveEndMs === null ? '' : String(effectiveEndMs)),
    item('resolution', resolutionMinutes === null ? '' : String(resolutionMinutes)),
    item('turbines', segmentIds.toSorted().join('\n')),
    ...points.map(({ windSpeed, power }) => item(`${POINT}${windSpeed}`, String(power))),
  ];
}

export function settingOf(items: readonly CurveItem[], id: string): string {
  return items.find((item) => item.id === id)?.value ?? '';
}

export function withValue(items: readonly CurveItem[], id: string, value: string): CurveItem[] {
  return items.map((item) => (item.id === id ? { id, value } : item));
}

/** Both ranges, or none. */
export function withRanges(items: readonly CurveItem[], isOn: boolean): CurveItem[] {
  return withValue(withValue(items, 'dayRange', isOn ? WHOLE_YEAR : ''), 'timeRange', isOn ? WHOLE_DAY : '');
}

export interface PointTexts {
  speed: string;
  power: string;
}

/** Points as they are written, by wind speed; what is no number stands last. */
export function pointsOf(items: readonly CurveItem[]): PointTexts[] {
  return items
    .flatMap(({ id, value }) => (id.startsWith(POINT) ? [{ speed: id.slice(POINT.length), power: value }] : []))
    .toSorted((a, b) => numberOr(a.speed, Number.MAX_VALUE) - numberOr(b.speed, Number.MAX_VALUE));
}

export function withPoints(items: readonly CurveItem[], points: readonly PointTexts[]): CurveItem[] {
  return [
    ...items.filter(({ id }) => !id.startsWith(POINT)),
    ...points.map(({ speed, power }) => ({ id: `${POINT}${speed}`, value: power })),
  ];
}

export function turbinesOf(items: readonly CurveItem[]): SegmentId[] {
  const value = settingOf(items, 'turbines');
  return value === '' ? [] : (value.split('\n') as SegmentId[]);
}

/** What is saved. Only of items without problems. */
export function toContent(items: readonly CurveItem[]): Omit<PowerCurveContent, 'enterpriseId'> {
  const number = (id: string): number => Number(settingOf(items, id));
  const orNull = (id: string): number | null => (settingOf(items, id) === '' ? null : number(id));
  const [dayFrom = Number.NaN, dayTo = Number.NaN] = settingOf(items, 'dayRange').split('/').map(toDay);
  const [fromMinute = Number.NaN, toMinute = Number.NaN] = settingOf(items, 'timeRange').split('/').map(toMinutes);
  return {
    name: settingOf(items, 'name').trim(),
    type: settingOf(items, 'type') as PowerCurveContent['type'],
    points: pointsOf(items).map(({ speed, power }) => ({ windSpeed: Number(speed), power: Number(power) })),
    airDensity: number('airDensity'),
    airDensityMin: number('airDensityMin'),
    airDensityMax: number('airDensityMax'),
    windDirectionMin: number('windDirectionMin'),
    windDirectionMax: number('windDirectionMax'),
    dayRange: settingOf(items, 'dayRange') === '' ? null : { from: dayFrom, to: dayTo },
    timeRange: settingOf(items, 'timeRange') === '' ? null : { fromMinute, toMinute },
    effectiveStartMs: orNull('effectiveStart'),
    effectiveEndMs: orNull('effectiveEnd'),
    resolutionMinutes: orNull('resolution'),
    segmentIds: turbinesOf(items),
  };
}

export type CurveProblem =
  | 'required'
  | 'number'
  | 'density'
  | 'densityOwn'
  | 'direction'
  | 'day'
  | 'leapDay'
  | 'hour'
  | 'order'
  | 'hourStep'
  | 'pointRange'
  | 'fewPoints';

/** What is wrong, by item; a point by its own id, the points as a whole by `points`. The server has the last word. */
export function problemsOf(items: readonly CurveItem[], steps: readonly number[]): Map<string, CurveProblem> {
  const problems = new Map<string, CurveProblem>();
  const put = (id: string, problem: CurveProblem | undefined): void => {
    if (problem && !problems.has(id)) problems.set(id, problem);
  };
  if (settingOf(items, 'name').trim() === '') put('name', 'required');
  for (const id of NUMBERS) put(id, numberProblem(id, settingOf(items, id)));
  const number = (id: string): number => Number(settingOf(items, id));
  if (number('airDensityMin') >= number('airDensityMax')) put('airDensityMax', 'order');
  if (number('windDirectionMin') === number('windDirectionMax')) put('windDirectionMax', 'order');
  const [start, end] = [settingOf(items, 'effectiveStart'), settingOf(items, 'effectiveEnd')];
  if (start !== '' && end !== '' && Number(start) >= Number(end)) put('effectiveEnd', 'order');
  put('dayRange', dayProblem(settingOf(items, 'dayRange')));
  put('timeRange', timeProblem(settingOf(items, 'timeRange'), steps));
  const points = pointsOf(items);
  for (const { speed, power } of points) put(`${POINT}${speed}`, pointProblem(speed, power));
  if (points.length < 2) put('points', 'fewPoints');
  return problems;
}

function numberProblem(id: CurveNumber, text: string): CurveProblem | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) return 'number';
  if (id === 'airDensity') return value >= 0.5 && value < 2 ? undefined : 'densityOwn';
  if (id.startsWith('airDensity')) return value >= 0 && value <= 2 ? undefined : 'density';
  return value >= 0 && value <= 360 ? undefined : 'direction';
}

function dayProblem(text: string): CurveProblem | undefined {
  if (text === '') return undefined;
  const [from = Number.NaN, to = Number.NaN] = text.split('/').map(toDay);
  if (from === LEAP_DAY || to === LEAP_DAY) return 'leapDay';
  if (Number.isNaN(from) || Number.isNaN(to)) return 'day';
  return from > to ? 'order' : undefined;
}

function timeProblem(text: string, steps: readonly number[]): CurveProblem | undefined {
  if (text === '') return undefined;
  const [from = Number.NaN, to = Number.NaN] = text.split('/').map(toMinutes);
  if (Number.isNaN(from) || Number.isNaN(to)) return 'hour';
  if (from >= to) return 'order';
  return steps.some((step) => from % step !== 0 || to % step !== 0) ? 'hourStep' : undefined;
}

function pointProblem(speed: string, power: string): CurveProblem | undefined {
  const [v, kw] = [numberOr(speed, Number.NaN), numberOr(power, Number.NaN)];
  if (Number.isNaN(v) || Number.isNaN(kw)) return 'number';
  return v < 0 || v > 80 || kw < 0 || kw > 100_000 ? 'pointRange' : undefined;
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP_DAY = 229;

/** `MM-DD` as month · 100 + day; NaN: there is no such day. February 29 is read, to be refused by name. */
function toDay(text: string): number {
  const [, month = '', day = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const value = Number(month) * 100 + Number(day);
  if (value === LEAP_DAY) return value;
  return Number(day) >= 1 && Number(day) <= (DAYS_OF_MONTH[Number(month) - 1] ?? 0) ? value : Number.NaN;
}

/** `HH:MM` to 24:00 as minutes of the day. */
function toMinutes(text: string): number {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const value = hour === '' ? Number.NaN : Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && value <= 1_440 ? value : Number.NaN;
}

export function dayText(day: number): string {
  return [Math.floor(day / 100), day % 100].map((part) => String(part).padStart(2, '0')).join('-');
}

export function timeText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A number as it is stored, of what was typed with a comma or a point; what is no number stays as it is. */
export function canonicalNumber(typed: string): string {
  const text = typed.trim().replace(',', '.');
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : typed;
}

function numberOr(text: string, other: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : other;
}
