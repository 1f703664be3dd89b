const DAY_MS = 86_400_000;
const MONDAY = 1;

export interface CalendarCell {
  /** `2026-11-20` */
  day: string;
  /** Column, from 0. */
  week: number;
  /** Row, from 0: the first day of the week. */
  weekday: number;
}

export interface CalendarMonth {
  /** First day of it that is shown. */
  day: string;
  week: number;
}

export interface Calendar {
  cells: CalendarCell[];
  months: CalendarMonth[];
  weekCount: number;
}

/** Days in columns of weeks. `firstWeekday` is 0 for Sunday to 6 for Saturday. */
export function calendarOf(firstDay: string, lastDay: string, firstWeekday = MONDAY): Calendar {
  const startMs = Date.parse(firstDay);
  const endMs = Date.parse(lastDay);
  const cells: CalendarCell[] = [];
  const months: CalendarMonth[] = [];
  const offset = weekdayOf(startMs, firstWeekday);
  for (let atMs = startMs; atMs <= endMs; atMs += DAY_MS) {
    const day = new Date(atMs).toISOString().slice(0, 10);
    const week = Math.floor(((atMs - startMs) / DAY_MS + offset) / 7);
    cells.push({ day, week, weekday: weekdayOf(atMs, firstWeekday) });
    if (atMs === startMs || day.endsWith('-01')) months.push({ day, week });
  }
  return { cells, months: withRoom(months), weekCount: (cells.at(-1)?.week ?? -1) + 1 };
}

/** Step of the sequential scale from 1 to 9; 0: nothing. */
export function heatStep(value: number, largest: number): number {
  if (!(value > 0) || !(largest > 0)) return 0;
  // Few days cost far more than the others: by the root those still differ.
  return Math.max(1, Math.min(9, Math.ceil(Math.sqrt(value / largest) * 9)));
}

const MONTH_ROOM = 3;

/** A month that begins right after the first days of the calendar takes the name's place. */
function withRoom(months: readonly CalendarMonth[]): CalendarMonth[] {
  return months.filter(({ week }, index) => {
    const next = months[index + 1];
    return index > 0 || next === undefined || next.week - week >= MONTH_ROOM;
  });
}

function weekdayOf(atMs: number, firstWeekday: number): number {
  return (new Date(atMs).getUTCDay() - firstWeekday + 7) % 7;
}
