import type { CalendarUnit } from '@solvane/energy/time/bucket';

/**
 * First day (Date32) of the calendar unit a day (Date32) belongs to. By arithmetic: the engine's own functions answer in a shorter type that ends in
 * 2149 and begins in 1970.
 */
export function startOfUnit(day: string, unit: CalendarUnit): string {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return `(${day} - positiveModulo(toInt32(${day}) + 3, 7))`; // 1970-01-01 was a Thursday
    case 'month':
      return `(${day} - (toDayOfMonth(${day}) - 1))`;
    case 'quarter':
      return `makeDate32(toYear(${day}), intDiv(toMonth(${day}) - 1, 3) * 3 + 1, 1)`;
    case 'year':
      return `makeDate32(toYear(${day}), 1, 1)`;
  }
}
