import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { ReasonedValue } from './reasoned-value.tsx';

export interface Fact {
  /** Where labels repeat or are no plain text. */
  id?: string;
  label: ReactNode;
  /** undefined or null: missing, a dash with the reason takes its position. */
  value: ReactNode;
  /** After the value, with a thin space. */
  unit?: string | undefined;
  /** Why the value is missing, partial or doubtful. */
  reason?: string | undefined;
  /** Quiet text after the value, as a comparison or an age. */
  detail?: ReactNode;
}

interface FactsProps {
  facts: readonly Fact[];
  /** `rows`: labels in a column. `grid`: as many label-over-value pairs beside each other as there is space for; `columns`: the same of short values. */
  layout?: 'rows' | 'grid' | 'columns';
  /** Values are numbers that are compared: they end at the right edge. */
  isNumeric?: boolean;
}

const THIN_SPACE = '\u2009';

/** A definition list: what is known about one thing. */
export function Facts({ facts, layout = 'rows', isNumeric = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-layout={layout} data-numeric={isNumeric || undefined}>
      {facts.map((fact) => (
        <div key={fact.id ?? String(fact.label)}>
          <dt>{fact.label}</dt>
          <dd>
            <Value {...fact} />
            {fact.detail !== undefined && <span className={classes.detail}> {fact.detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const NO_REASON = '\u2014';

function Value({ value, unit, reason }: Fact) {
  if (value === undefined || value === null) return reason === undefined ? NO_REASON : <ReasonedValue reason={reason} />;
  return (
    <ReasonedValue reason={reason}>
      {value}
      {unit !== undefined && (
        <span className={classes.unit}>
          {THIN_SPACE}
          {unit}
        </span>
      )}
    </ReasonedValue>
  );
}
