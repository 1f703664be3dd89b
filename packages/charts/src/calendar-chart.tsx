import classes from './calendar-chart.module.css';
import { calendarOf, heatStep } from './options/calendar.ts';

export interface CalendarDay {
  /** `2026-11-20` */
  day: string;
  value: number;
}

export interface CalendarChartProps {
  label: string;
  firstDay: string;
  lastDay: string;
  days: readonly CalendarDay[];
  /** 0 for Sunday to 6 for Saturday. */
  firstWeekday: number;
  locale: string;
  /** What a day says when it is asked. */
  describe: (day: string) => string;
  onDay: (day: string) => void;
}

const CELL = 16;
/** A year fits beside open panels. */
const SMALLEST_CELL = 9;
const GAP = 2;
const MOST_NAMED = 7;

/** How much every day brought, a column for each week. */
export function CalendarChart({ label, firstDay, lastDay, days, firstWeekday, locale, describe, onDay }: CalendarChartProps) {
  const { cells, months, weekCount } = calendarOf(firstDay, lastDay, firstWeekday);
  const values = new Map(days.map(({ day, value }) => [day, value]));
  const largest = Math.max(0, ...values.values());
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset ref={showLast} className={classes.calendar} aria-label={label}>
      <div
        className={classes.grid}
        style={{ gridTemplateColumns: `auto repeat(${weekCount}, minmax(${SMALLEST_CELL}px, ${CELL}px))`, gap: GAP }}
      >
        {months.map(({ day, week }) => (
          <span key={day} className={classes.month} style={{ gridArea: `1 / ${week + 2} / 2 / span 3` }}>
            {month.format(Date.parse(day))}
          </span>
        ))}
        {[0, 2, 4].map((row) => (
          <span key={row} className={classes.weekday} style={{ gridArea: `${row + 2} / 1` }}>
            {weekday.format(Date.UTC(2026, 10, 1 + ((firstWeekday + row) % MOST_NAMED)))}
          </span>
        ))}
        {cells.map((cell) => {
          const value = values.get(cell.day) ?? 0;
          const text = describe(cell.day);
          return (
            <button
              key={cell.day}
              type="button"
              className={classes.day}
              data-step={heatStep(value, largest)}
              style={{ gridArea: `${cell.weekday + 2} / ${cell.week + 2}` }}
              title={text}
              aria-label={text}
              disabled={!values.has(cell.day)}
              onClick={() => onDay(cell.day)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** What does not fit is scrolled to: the last days count most. */
function showLast(calendar: HTMLElement | null): void {
  if (calendar) calendar.scrollLeft = calendar.scrollWidth;
}
