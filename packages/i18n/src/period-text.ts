interface Period {
  startMs: number;
  endMs: number;
}

const DAY_MS = 86_400_000;

/**
 * A period as people say it: one day with its weekday, several days as a range, anything with a clock time in full. The end is exclusive, so
 * that a whole day is that day and not the next one too.
 */
export function periodText(
  { startMs, endMs }: Period,
  { locale, timeZone, nowMs }: { locale: string; timeZone: string; nowMs: number },
): string {
  const startsAtMidnight = isMidnight(startMs, timeZone);
  const endsAtMidnight = isMidnight(endMs, timeZone);
  const lastMs = endMs - 1;
  const year =
    yearOf(startMs, timeZone) === yearOf(nowMs, timeZone) && yearOf(lastMs, timeZone) === yearOf(nowMs, timeZone)
      ? {}
      : { year: 'numeric' as const };
  const isOneDay = endMs - startMs <= DAY_MS + DAY_MS / 24;
  if (startsAtMidnight && endsAtMidnight) {
    const weekday = isOneDay ? { weekday: 'short' as const } : {};
    return dateFormat(locale, { ...weekday, ...year, day: 'numeric', month: 'short', timeZone }).formatRange(
      startMs,
      isOneDay ? startMs : lastMs,
    );
  }
  return dateFormat(locale, {
    ...year,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).formatRange(startMs, endMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format that is made once: making one takes a millisecond. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}

function isMidnight(instantMs: number, timeZone: string): boolean {
  const parts = dateFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone }).format(
    instantMs,
  );
  return parts === '00:00:00';
}

function yearOf(instantMs: number, timeZone: string): string {
  return dateFormat('en-US', { year: 'numeric', timeZone }).format(instantMs);
}
