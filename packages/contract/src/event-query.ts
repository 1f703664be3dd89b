import { EVENT_TYPES, type EventType } from '@solvane/energy/events/event-types';

/** One condition of the search box. Several of one kind: any of them; of different kinds: all of them. */
export type EventToken =
  /** `:` finds it within the name, `=` asks for the whole name. */
  | { kind: 'site' | 'device' | 'code' | 'category'; text: string; isExact: boolean }
  /** Began on one of these days of its site's calendar, both included. */
  | { kind: 'day'; first: string; last: string }
  | { kind: 'type'; type: EventType }
  | { kind: 'acknowledged' | 'open' | 'commented' | 'edited'; is: boolean }
  /** Lost energy in kWh. */
  | { kind: 'lost' | 'revenue' | 'priority' | 'hours'; comparison: Comparison; value: number }
  /** Has to stand in the code, the category, the device or the site. */
  | { kind: 'word'; text: string };

type Comparison = '<' | '<=' | '>' | '>=' | '=';

export interface ParsedEventQuery {
  tokens: EventToken[];
  /** Parts that look like a condition and are none. */
  notUnderstood: string[];
}

/** undefined: nothing is called so. */
export type FindEventType = (text: string) => EventType | undefined;

const noEventType: FindEventType = () => undefined;

const TEXT_KEYS = { site: 'site', device: 'device', code: 'code', category: 'category' } as const;
const FLAG_KEYS = { ack: 'acknowledged', acknowledged: 'acknowledged', open: 'open', comment: 'commented', edited: 'edited' } as const;
const NUMBER_KEYS = { lost: 'lost', revenue: 'revenue', priority: 'priority', hours: 'hours' } as const;
const YES = ['yes', 'ja', 'oui', 'true', '1'];
const NO = ['no', 'nej', 'non', 'false', '0'];
const PART = /(?:[^\s"]|"[^"]*"?)+/g;

/**
 * Reads what a person wrote into the search box: `site:Alma type:Downtime lost>100 code:301 day:2026-11-20 ack:no text`. Quotes hold words together.
 * Lost energy without a unit is in kWh; `lost>1.5MWh` says another one.
 *
 * @param text - as written
 * @param typeNamed - event type by what it is called in other languages
 */
export function parseEventQuery(text: string, typeNamed: FindEventType = noEventType): ParsedEventQuery {
  const parsed: ParsedEventQuery = { tokens: [], notUnderstood: [] };
  for (const [part] of text.matchAll(PART)) {
    const token = parsePart(part, typeNamed);
    if (token) parsed.tokens.push(token);
    else parsed.notUnderstood.push(part);
  }
  return parsed;
}

function parsePart(part: string, typeNamed: FindEventType): EventToken | undefined {
  const [, key = '', sign = '', rest = ''] = /^([a-zA-Z]+)([<>]=|[:<>=])(.*)$/.exec(part) ?? [];
  const text = rest.replaceAll('"', '').trim();
  const name = key.toLowerCase();
  if (sign === '') return wordOf(part.replaceAll('"', '').trim());
  if (text === '') return undefined;
  if (isKeyOf(NUMBER_KEYS, name)) return comparisonOf(NUMBER_KEYS[name], sign, text);
  if (isKeyOf(TEXT_KEYS, name) && (sign === ':' || sign === '=')) return { kind: TEXT_KEYS[name], text, isExact: sign === '=' };
  if (sign !== ':') return undefined;
  if (isKeyOf(FLAG_KEYS, name)) return flagOf(FLAG_KEYS[name], text.toLowerCase());
  if (name === 'type') return typeOf(text, typeNamed);
  if (name === 'day') return daysOf(text);
  return undefined;
}

/** `2026-11-20` or `2026-11-01..2026-11-07`. */
function daysOf(text: string): EventToken | undefined {
  const [first = '', last = first, ...more] = text.split('..');
  return more.length === 0 && isDay(first) && isDay(last) && first <= last ? { kind: 'day', first, last } : undefined;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

function wordOf(text: string): EventToken | undefined {
  return text === '' ? undefined : { kind: 'word', text };
}

function comparisonOf(kind: 'lost' | 'revenue' | 'priority' | 'hours', sign: string, text: string): EventToken | undefined {
  const [, number = text, unit = ''] = (kind === 'lost' && ENERGY.exec(text)) || [];
  const value = Number(number.replace(',', '.')) * (KILOWATT_HOURS[unit.toLowerCase()] ?? 1);
  if (!Number.isFinite(value)) return undefined;
  return { kind, comparison: COMPARISONS.find((each) => each === sign) ?? '=', value };
}

const COMPARISONS: readonly Comparison[] = ['<', '<=', '>', '>='];
const ENERGY = /^(.*\d)([kmg]wh)$/i;
const KILOWATT_HOURS: Readonly<Record<string, number>> = { mwh: 1_000, gwh: 1_000_000 };

function flagOf(kind: 'acknowledged' | 'open' | 'commented' | 'edited', text: string): EventToken | undefined {
  if (YES.includes(text)) return { kind, is: true };
  return NO.includes(text) ? { kind, is: false } : undefined;
}

function typeOf(text: string, typeNamed: FindEventType): EventToken | undefined {
  const wanted = text.toLowerCase().replaceAll(' ', '');
  const type = EVENT_TYPES.find((each) => each.toLowerCase().replaceAll(' ', '').startsWith(wanted)) ?? typeNamed(text);
  return type && { kind: 'type', type };
}

function isKeyOf<T extends object>(keys: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(keys, name);
}
