import { PALETTE_SIZE } from './time-series.ts';

/**
 * Colour numbers for keys, keeping those given before: a line never changes its colour because another comes or goes. With more keys than colours
 * no line gets one, and the numbers wait for those who had them.
 */
export function assignColours(keys: readonly string[], before: ReadonlyMap<string, number>): Map<string, number> {
  const colours = new Map<string, number>();
  const wanted = new Set(keys);
  if (wanted.size > PALETTE_SIZE) return new Map([...before].filter(([key]) => wanted.has(key)));
  for (const key of wanted) {
    const kept = before.get(key);
    if (kept !== undefined) colours.set(key, kept);
  }
  const free = Array.from({ length: PALETTE_SIZE }, (_, number) => number).filter((number) => ![...colours.values()].includes(number));
  for (const key of wanted) {
    const next = colours.has(key) ? undefined : free.shift();
    if (next !== undefined) colours.set(key, next);
  }
  return colours;
}
