import { expect, test } from 'vitest';
import { calendarOf, heatStep } from './calendar.ts';

test('weeks are columns and begin on the first day of the week', () => {
  const { cells, weekCount } = calendarOf('2026-11-20', '2026-12-01');
  expect(cells[0]).toEqual({ day: '2026-11-20', week: 0, weekday: 4 });
  expect(cells.find(({ day }) => day === '2026-11-23')).toEqual({ day: '2026-11-23', week: 1, weekday: 0 });
  expect([cells.length, weekCount]).toEqual([12, 3]);
  expect(calendarOf('2026-11-22', '2026-11-22', 0).cells).toEqual([{ day: '2026-11-22', week: 0, weekday: 0 }]);
});

test('a day stands on every date, also where clocks change, and months are named where they begin', () => {
  const { cells, months } = calendarOf('2025-10-30', '2026-11-20');
  expect(cells).toHaveLength(387);
  expect(months[0]).toEqual({ day: '2025-11-01', week: 0 });
  expect(months).toHaveLength(13);
});

test('nothing is no colour, the largest is the strongest, and small ones still differ', () => {
  expect([heatStep(0, 10), heatStep(10, 10), heatStep(0.1, 10), heatStep(1, 10), heatStep(Number.NaN, 10)]).toEqual([0, 9, 1, 3, 0]);
});
