import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import type { FilterSuggestion } from '@solvane/ui/filter-bar';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import { quoted } from './query-tokens.ts';

const TEXT_FIELDS = ['site', 'device', 'code', 'category', 'type', 'day'] as const;
const FLAGS = ['ack', 'open', 'comment', 'edited'] as const;
const NUMBERS = ['lost', 'revenue', 'hours', 'priority'] as const;
const MOST = 12;

/** What the part that is being typed could become: fields first, then their values. */
export function useFilterSuggestions(text: string): FilterSuggestion[] {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const { sites } = useFleet();
  const start = startOfPart(text);
  const [before, part] = [text.slice(0, start), text.slice(start)];
  const [, key, typedValue = ''] = /^([a-zA-Z]+)[:=](.*)$/.exec(part) ?? [];
  if (key === undefined) {
    const fields = [...TEXT_FIELDS, ...FLAGS, ...NUMBERS];
    return fields
      .filter((field) => field.startsWith(part.toLowerCase()))
      .map((field) => {
        const operator = isAmong(NUMBERS, field) ? '>' : ':';
        const detail = formatMessage({ id: `EventLog_Filter_${field}` });
        return { text: `${before}${field}${operator}`, label: `${field}${operator}`, detail, isComplete: false };
      });
  }
  const field = key.toLowerCase();
  const wanted = typedValue.replaceAll('"', '').toLowerCase();
  return valuesOf()
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map(({ value, label }) => ({ text: `${before}${part.slice(0, key.length + 1)}${quoted(value)}`, label, isComplete: true }));

  function valuesOf(): { value: string; label: string }[] {
    if (field === 'type') return EVENT_TYPES.map((type) => ({ value: type, label: words.type(type) }));
    if (field === 'site') return sites.map(({ name }) => ({ value: name, label: name }));
    if (!isAmong(FLAGS, field)) return [];
    return [
      { value: 'yes', label: formatMessage({ id: 'Common_Yes' }) },
      { value: 'no', label: formatMessage({ id: 'Common_No' }) },
    ];
  }
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Where the last part begins: spaces within quotes belong to it. */
function startOfPart(text: string): number {
  let isQuoted = false;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ' ' && !isQuoted) start = index + 1;
  }
  return start;
}
