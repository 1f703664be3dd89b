import { Kbd } from '@mantine/core';
import { parseEventQuery } from '@solvane/contract/event-query';
import { type ReactNode, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { FilterBar } from '../../../shared/controls/filter-bar.tsx';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useShortcut } from '../../../shared/keys/use-shortcut.ts';
import classes from '../event-log.module.css';
import { chipText, partsOf, queryWhileTyping, splitChip, takeFinished } from './query-tokens.ts';
import { useFilterSuggestions } from './use-filter-suggestions.ts';
import { useFindEventType } from './use-find-event-type.ts';

interface QueryFieldProps {
  value: string;
  onChange: (value: string) => void;
  actions?: ReactNode;
}

/** One bar for words and conditions; a condition that is finished is a token. */
export function QueryField({ value, onChange, actions }: QueryFieldProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const words = useEventLabels();
  const typeNamed = useFindEventType();
  const parts = partsOf(value, typeNamed);
  // Text that is being written stays in the field until it is finished or submitted.
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null);
  const isTyping = typed?.of === value;
  const text = isTyping ? typed.text : parts.text;
  const chips = isTyping ? parts.chips.filter((chip) => !partsOf(typed.text, typeNamed).chips.includes(chip)) : parts.chips;
  useShortcut('f', () => input.current?.focus(), 'EventLog_Key_Search');

  function change(nextChips: readonly string[], nextText: string): void {
    const next = queryWhileTyping({ chips: [...new Set(nextChips)], text: nextText }, typeNamed);
    setTyped({ of: next, text: nextText });
    onChange(next);
  }

  return (
    <FilterBar
      name={formatMessage({ id: 'EventLog_Search' })}
      className={classes.search}
      fieldRef={input}
      actions={actions}
      keyHint={
        <Kbd aria-hidden="true" className={classes.key}>
          f
        </Kbd>
      }
      tokens={chips.map((chip) => ({
        id: chip,
        ...splitChip(chipText(chip, words, typeNamed)),
        problem:
          parseEventQuery(chip, typeNamed).notUnderstood.length > 0
            ? formatMessage({ id: 'EventLog_Query_NotUnderstood' }, { part: chip })
            : undefined,
      }))}
      text={text}
      suggestions={useFilterSuggestions(text)}
      onText={(next) => {
        const finished = takeFinished(next, typeNamed);
        change([...chips, ...finished.chips], finished.text);
      }}
      onCommit={(committed, by) => {
        const finished = partsOf(committed, typeNamed);
        change([...chips, ...finished.chips], finished.text);
        // The result is what the keys are for now.
        if (by === 'enter') input.current?.blur();
      }}
      onRemove={(ids) =>
        change(
          chips.filter((chip) => !ids.includes(chip)),
          text,
        )
      }
      onEdit={(id) =>
        change(
          chips.filter((chip) => chip !== id),
          [text.trim(), id].filter(Boolean).join(' '),
        )
      }
      onClear={() => change([], '')}
    />
  );
}
