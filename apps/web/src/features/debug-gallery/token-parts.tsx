import type { CSSProperties } from 'react';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const TOKENS: Record<string, readonly string[]> = {
  surfaces: ['surface-0', 'surface-1', 'surface-2', 'surface-3', 'accent-soft', 'danger-soft', 'warn-soft', 'ok-soft'],
  'lines and text': [
    'border',
    'border-strong',
    'border-control',
    'grid',
    'text-1',
    'text-2',
    'text-3',
    'accent',
    'danger-fill',
    'warn',
    'ok',
  ],
  'energy types': ['pv', 'wind', 'battery', 'hybrid'],
  'event types': ['ev-downtime', 'ev-curtailment', 'ev-degraded', 'ev-comm', 'ev-unknown', 'ev-warning', 'ev-info'],
  quality: ['q-missing', 'q-manual', 'q-estimated', 'q-invalid', 'q-suspect', 'q-partial', 'q-good'],
  categorical: Array.from({ length: 10 }, (_, index) => `cat-${index + 1}`),
  sequential: Array.from({ length: 9 }, (_, index) => `seq-${index + 1}`),
  diverging: Array.from({ length: 9 }, (_, index) => `div-${index + 1}`),
};

export function TokenParts() {
  return Object.entries(TOKENS).map(([name, tokens]) => (
    <Part key={name} name={name}>
      <ul className={classes.swatches}>
        {tokens.map((token) => (
          <li key={token} style={{ '--swatch': `var(--${token})` } as CSSProperties}>
            {token}
          </li>
        ))}
      </ul>
    </Part>
  ));
}
