/** What titles of widgets may hold in braces. */
export const TITLE_PLACEHOLDERS = [
  'metric',
  'unit',
  'site',
  'sites',
  'siteCount',
  'device',
  'deviceCount',
  'enterprise',
  'portfolio',
  'country',
  'energyType',
  'period',
  'from',
  'to',
  'resolution',
  'comparison',
  'groupBy',
  'timezone',
  'dataTo',
] as const;
export type TitlePlaceholder = (typeof TITLE_PLACEHOLDERS)[number];

/** Values of the placeholders by name. */
export type TitleValues = Readonly<Partial<Record<TitlePlaceholder, string>>>;

const BRACES = /\{\{|\}\}|\{([^{}]*)\}/g;

/** A title with its placeholders filled in: one without a value becomes a dash, `{{` and `}}` are braces. */
export function fillTitle(template: string, values: TitleValues): string {
  return template.replace(BRACES, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    return (isPlaceholder(name) && values[name]) || '—';
  });
}

/** A longer text with its placeholders filled in: what stands in braces and is none stays as it is. */
export function fillPlaceholders(text: string, values: TitleValues): string {
  return text.replace(BRACES, (found, name: string | undefined) => (isPlaceholder(name ?? '') ? fillTitle(found, values) : found));
}

/** Names in braces that no placeholder has. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(BRACES)].flatMap(([, name]) => (name === undefined || isPlaceholder(name) ? [] : name));
}

function isPlaceholder(name: string): name is TitlePlaceholder {
  return TITLE_PLACEHOLDERS.some((known) => known === name);
}
