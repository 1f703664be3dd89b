import type { TreeAggregation } from '../signal-reader.ts';
import type { AccumulatorColumn } from '../sql/accumulator.ts';
import { DIRECTION, type Form, ITSELF, QUOTIENT } from './forms.ts';

/** What is put together of each device's bucket: columns of its accumulator, or these. */
const TERMS = { value: 'value', weightedByCapacity: 'value * capacity', capacity: 'capacity', one: '1' } as const;

export type Term = keyof typeof TERMS | Extract<AccumulatorColumn, 'weighted' | 'weight' | 'sines' | 'cosines' | 'seconds'>;
type Fold = 'sum' | 'min' | 'max';

/** How the buckets of devices become one: each term is folded over them, and a form makes a number of the results. */
export interface TreeDefinition {
  terms: readonly Term[];
  fold: Fold;
  form: Form;
}

/** Bits are joined by the engine only: they are not cached. */
const TREE_AGGREGATIONS: Readonly<Record<Exclude<TreeAggregation, 'or'>, TreeDefinition>> = {
  sum: { terms: ['value'], fold: 'sum', form: ITSELF },
  avg: { terms: ['value', 'one'], fold: 'sum', form: QUOTIENT },
  cap: { terms: ['weightedByCapacity', 'capacity'], fold: 'sum', form: QUOTIENT },
  min: { terms: ['value'], fold: 'min', form: ITSELF },
  max: { terms: ['value'], fold: 'max', form: ITSELF },
  ratio: { terms: ['weighted', 'weight'], fold: 'sum', form: QUOTIENT },
  circ: { terms: ['sines', 'cosines', 'seconds'], fold: 'sum', form: DIRECTION },
};

/** undefined: the engine combines them. */
export function findTreeDefinition(treeAggregation: TreeAggregation): TreeDefinition | undefined {
  return treeAggregation === 'or' ? undefined : TREE_AGGREGATIONS[treeAggregation];
}

/** An aggregate function over rows of devices with `value`, `capacity` and accumulator columns. */
export function treeAggregate(treeAggregation: TreeAggregation): string {
  const definition = findTreeDefinition(treeAggregation);
  if (definition === undefined) return 'toFloat64(groupBitOr(toUInt32(value)))';
  const [first = '', second = '', third = ''] = definition.terms.map((term) => `${definition.fold}(${isOwn(term) ? TERMS[term] : term})`);
  return definition.form.sql(first, second, third);
}

/** Accumulator columns that it takes. */
export function treeColumns(treeAggregation: TreeAggregation): AccumulatorColumn[] {
  return (findTreeDefinition(treeAggregation)?.terms ?? []).filter((term) => !isOwn(term));
}

function isOwn(term: Term): term is keyof typeof TERMS {
  return term in TERMS;
}
