import type { FilterSuggestion, FilterToken } from '@solvane/ui/filter-bar';
import { useState } from 'react';
import { FilterBar } from '../../shared/controls/filter-bar.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const TOKENS: readonly FilterToken[] = [
  { id: 'ack', field: 'ack', operator: ':', value: 'no' },
  { id: 'site', field: 'site', operator: '=', value: 'Alma Norra solar park with a long name' },
  { id: 'lost', field: 'lost', operator: '>=', value: '100' },
  { id: 'colour', field: 'colour', operator: ':', value: 'red', problem: '“colour:red” is not a valid filter.' },
];
const SUGGESTIONS: readonly FilterSuggestion[] = [
  { text: 'type:', label: 'type:', detail: 'Event type', isComplete: false },
  { text: 'code:1205', label: 'code:1205', isComplete: true },
];

/** Tokens with operator and values; one of them is wrong. */
export function FilterParts() {
  const [tokens, setTokens] = useState(TOKENS);
  const [text, setText] = useState('');
  const add = (typed: string): void => {
    setTokens([...tokens, { id: typed, field: '', operator: '', value: typed }]);
    setText('');
  };
  return (
    <Part name="FilterBar" isWide>
      <div className={classes.wide}>
        <FilterBar
          name="FilterBar"
          tokens={tokens}
          text={text}
          suggestions={SUGGESTIONS.filter((each) => each.text.startsWith(text))}
          onText={setText}
          onCommit={add}
          onRemove={(ids) => setTokens(tokens.filter(({ id }) => !ids.includes(id)))}
          onEdit={(id) => setTokens(tokens.filter((token) => token.id !== id))}
          onClear={() => setTokens([])}
        />
      </div>
    </Part>
  );
}
