import { localDayOf, type Period } from '@solvane/energy/time/local-day';

/** Times of one zone in one language. */
export interface PeriodText {
  time: (instantMs: number) => string;
  day: (instantMs: number) => string;
  /** From and to of a span, without the date where both lie on the day that is shown. */
  span: (view: Period, domain: Period) => { from: string; to: string };
}

export function periodText(locale: string, timeZone: string): PeriodText {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const time = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  return {
    time: (instantMs) => time.format(instantMs),
    day: (instantMs) => day.format(instantMs),
    span: (view, domain) => {
      const format = localDayOf(domain.startMs, timeZone) === localDayOf(domain.endMs - 1, timeZone) ? clock : time;
      return { from: format.format(view.startMs), to: format.format(view.endMs) };
    },
  };
}
