import { type PointFilter, pointFilterSchema } from '@solvane/contract/point-filters';
import { clockText, parseClock } from './use-filter-text.ts';

/** A filter as its fields hold it, of any kind: changing the kind keeps what the kinds share. */
export interface FilterDraft {
  kind: PointFilter['kind'];
  signalId: string | null;
  min: string;
  max: string;
  isOutside: boolean;
  types: Extract<PointFilter, { kind: 'events' }>['types'];
  mode: 'without' | 'only';
  states: Extract<PointFilter, { kind: 'quality' }>['states'];
  from: string;
  to: string;
  threshold: string;
  against: string | null;
}

const NEW: FilterDraft = {
  kind: 'value',
  signalId: null,
  min: '',
  max: '',
  isOutside: false,
  types: ['Downtime', 'Curtailment'],
  mode: 'without',
  states: ['good'],
  from: '07:00',
  to: '19:00',
  threshold: '3.5',
  against: null,
};

export function toFilterDraft(filter: PointFilter | undefined): FilterDraft {
  if (!filter) return NEW;
  const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));
  const bounds = 'min' in filter || 'max' in filter ? { min: text(filter.min), max: text(filter.max) } : {};
  switch (filter.kind) {
    case 'value':
      return { ...NEW, ...filter, ...bounds, min: text(filter.min), max: text(filter.max), isOutside: filter.isOutside ?? false };
    case 'timeOfDay':
      return { ...NEW, kind: filter.kind, from: clockText(filter.from), to: clockText(filter.to) };
    case 'outliers':
      return { ...NEW, kind: filter.kind, threshold: String(filter.threshold), against: filter.against ?? null };
    case 'sunElevation':
    case 'windRange':
      return { ...NEW, ...bounds, kind: filter.kind };
    default:
      return { ...NEW, ...filter };
  }
}

/** undefined: something is missing or cannot be read. */
export function fromFilterDraft(draft: FilterDraft): PointFilter | undefined {
  return pointFilterSchema.safeParse(candidateOf(draft)).data;
}

function candidateOf(draft: FilterDraft): unknown {
  const { kind } = draft;
  const bounds = { min: numberOf(draft.min), max: numberOf(draft.max) };
  switch (kind) {
    case 'value':
      return { kind, signalId: draft.signalId, ...bounds, ...(draft.isOutside && { isOutside: true }) };
    case 'sunElevation':
      return { kind, ...bounds };
    case 'windRange':
      return { kind, ...(bounds.min !== null && { min: bounds.min }), ...(bounds.max !== null && { max: bounds.max }) };
    case 'events':
      return { kind, types: draft.types, mode: draft.mode };
    case 'quality':
      return { kind, states: draft.states };
    case 'timeOfDay':
      return { kind, from: parseClock(draft.from), to: parseClock(draft.to) };
    case 'outliers':
      return { kind, threshold: numberOf(draft.threshold), ...(draft.against !== null && { against: draft.against }) };
  }
}

/** null: the field is empty; NaN: it holds no number. */
function numberOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\u2212/g, '-')
    .replace(',', '.');
  return plain === '' ? null : Number(plain);
}
