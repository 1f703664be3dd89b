const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** What the server says of a failure, with its instants on a clock. */
export function instantsInZone<Value>(
  values: Readonly<Record<string, Value>>,
  time: (instantMs: number) => string,
): Record<string, Value | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && INSTANT.test(value) ? time(Date.parse(value)) : value,
    ]),
  );
}
