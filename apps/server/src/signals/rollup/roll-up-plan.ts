import { bucketOf, unitStart } from '@solvane/energy/time/bucket';
import { dayStart, type LocalDay, localDayOf } from '@solvane/energy/time/local-day';
import { DAY_MS } from '@solvane/energy/time/zone';
import type { PointKind } from '../point-kind.ts';
import { SERIES_PER_BLOCK, toRanges } from '../sql/point-tables.ts';
import type { BlockInfo } from './series-directory.ts';

/** A dirty day as read: a day (of UTC) of a block, with the version up to which the roll-up will answer for it. */
export interface DirtyDay {
  block: number;
  day: LocalDay;
}

/** Blocks alike, and days in a row, that one statement rolls up. */
export interface RollUpTask {
  kind: PointKind;
  zone: string;
  intervalMs: number;
  blocks: number[];
  directions: number[];
  /** Days of UTC, both included. */
  firstDay: LocalDay;
  lastDay: LocalDay;
}

/** Points a statement may have to read: bounds its memory, and how long it holds a place in the engine. */
const POINTS_PER_TASK = 20_000_000;

/** The fewest statements that recalculate dirty days. Newest days first: those are looked at. */
export function planRollUp(dirtyDays: readonly DirtyDay[], infos: readonly BlockInfo[]): RollUpTask[] {
  const daysOf = Map.groupBy(dirtyDays, ({ block }) => block);
  const tasks = new Map<string, RollUpTask>();
  for (const { block, kind, zone, intervalMs, directions } of infos) {
    for (const { first, last } of toDayRuns(daysOf.get(block) ?? [])) {
      const key = [kind, zone, intervalMs, first, last].join('|');
      const task = tasks.get(key) ?? { kind, zone, intervalMs, blocks: [], directions: [], firstDay: first, lastDay: last };
      task.blocks.push(block);
      task.directions.push(...directions);
      tasks.set(key, task);
    }
  }
  return [...tasks.values()].flatMap(splitTask).sort((left, right) => right.lastDay - left.lastDay);
}

export interface RollUpBounds {
  /** Edges of whole hours of the zone; intervals that cross such an edge count for both sides. */
  hoursFromMs: number;
  hoursToMs: number;
  /** Local days that share time with those hours, both included, and keys of the hours they consist of. */
  firstLocalDay: LocalDay;
  lastLocalDay: LocalDay;
  daysFromMs: number;
  daysToMs: number;
  /** Days of the months that those days belong to, both included. */
  monthsFrom: LocalDay;
  monthsTo: LocalDay;
}

/** What a task's days touch in the site's calendar. */
export function rollUpBounds({ zone, intervalMs, firstDay, lastDay }: RollUpTask): RollUpBounds {
  const startMs = firstDay * DAY_MS;
  const endMs = (lastDay + 1) * DAY_MS;
  const hoursFromMs = bucketOf(startMs, 'hour', zone).startMs;
  // The last interval of the day may reach into the next hour.
  const hoursToMs = bucketOf(endMs - 1 + intervalMs, 'hour', zone).endMs;
  const firstLocalDay = localDayOf(hoursFromMs, zone);
  const lastLocalDay = localDayOf(hoursToMs - 1, zone);
  const nextMonth = unitStart(lastLocalDay, 'month') + 31;
  return {
    hoursFromMs,
    hoursToMs,
    firstLocalDay,
    lastLocalDay,
    daysFromMs: bucketOf(dayStart(firstLocalDay, zone), 'hour', zone).keyMs,
    daysToMs: bucketOf(dayStart(lastLocalDay + 1, zone), 'hour', zone).keyMs,
    monthsFrom: unitStart(firstLocalDay, 'month'),
    monthsTo: unitStart(nextMonth, 'month') - 1,
  };
}

function toDayRuns(dirtyDays: readonly DirtyDay[]): { first: LocalDay; last: LocalDay }[] {
  // Ranges are of numbers from 0; days before 1970 are below.
  const shift = 1_000_000;
  return toRanges(dirtyDays.map(({ day }) => day + shift)).map(({ first, last }) => ({ first: first - shift, last: last - shift }));
}

function splitTask(task: RollUpTask): RollUpTask[] {
  const pointsPerBlockDay = (SERIES_PER_BLOCK * DAY_MS) / task.intervalMs;
  const days = task.lastDay - task.firstDay + 1;
  const blocksPerTask = Math.max(1, Math.floor(POINTS_PER_TASK / pointsPerBlockDay));
  const daysPerTask = Math.max(1, Math.floor(POINTS_PER_TASK / (pointsPerBlockDay * Math.min(blocksPerTask, task.blocks.length))));
  const parts: RollUpTask[] = [];
  for (let from = 0; from < task.blocks.length; from += blocksPerTask) {
    const blocks = task.blocks.slice(from, from + blocksPerTask);
    const directions = task.directions.filter((series) => blocks.includes(Math.floor(series / SERIES_PER_BLOCK)));
    for (let day = 0; day < days; day += daysPerTask) {
      const firstDay = task.firstDay + day;
      parts.push({ ...task, blocks, directions, firstDay, lastDay: Math.min(task.lastDay, firstDay + daysPerTask - 1) });
    }
  }
  return parts;
}
