import { CloseButton, Kbd, Pill, PillsInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useShortcut } from '../../../shared/keys/use-shortcut.ts';
import classes from '../event-log.module.css';
import { chipText, partsOf, takeFinished, toQuery } from './query-tokens.ts';
import { useFindEventType } from './use-find-event-type.ts';

interface QueryFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** One box for words and conditions; a condition that is finished is a chip that can be taken out. */
export function QueryField({ value, onChange }: QueryFieldProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const words = useEventLabels();
  const typeNamed = useFindEventType();
  const parts = partsOf(value, typeNamed);
  // Text that is being written stays in the field until it is finished or submitted.
  const [typed, setTyped] = useState<{ of: string; text: string } | null>(null);
  const text = typed && typed.of === value ? typed.text : parts.text;
  const chips =
    typed && typed.of === value ? parts.chips.filter((chip) => !partsOf(typed.text, typeNamed).chips.includes(chip)) : parts.chips;
  const label = formatMessage({ id: 'EventLog_Search' });
  useShortcut('f', () => input.current?.focus(), 'EventLog_Key_Search');

  function change(nextChips: readonly string[], nextText: string): void {
    const next = toQuery({ chips: [...nextChips], text: nextText });
    setTyped({ of: next, text: nextText });
    onChange(next);
  }

  return (
    <PillsInput
      className={classes.search}
      leftSection={<IconSearch size={16} />}
      rightSection={
        value === '' && text === '' ? (
          <Kbd aria-hidden="true" className={classes.key}>
            f
          </Kbd>
        ) : (
          <CloseButton size="sm" aria-label={formatMessage({ id: 'Common_Clear' })} onClick={() => change([], '')} />
        )
      }
    >
      <Pill.Group>
        {chips.map((chip) => (
          <Pill
            key={chip}
            withRemoveButton
            className={classes.token}
            removeButtonProps={{
              'aria-hidden': false,
              'aria-label': formatMessage({ id: 'EventLog_Token_Remove' }, { token: chipText(chip, words, typeNamed) }),
              tabIndex: 0,
            }}
            onRemove={() =>
              change(
                chips.filter((other) => other !== chip),
                text,
              )
            }
          >
            {chipText(chip, words, typeNamed)}
          </Pill>
        ))}
        <PillsInput.Field
          ref={input}
          role="searchbox"
          className={chips.length > 0 ? classes.afterTokens : undefined}
          aria-label={label}
          placeholder={chips.length === 0 ? label : undefined}
          value={text}
          onChange={({ currentTarget }) => {
            const finished = takeFinished(currentTarget.value, typeNamed);
            change([...chips, ...finished.chips.filter((chip) => !chips.includes(chip))], finished.text);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && text === '' && chips.length > 0) change(chips.slice(0, -1), '');
            if (event.key === 'Enter') {
              change(partsOf(toQuery({ chips: [...chips], text }), typeNamed).chips, partsOf(text, typeNamed).text);
              // What was asked for is there: keys walk the list again.
              event.currentTarget.blur();
            }
            if (event.key === 'Escape' && (text !== '' || chips.length > 0)) {
              event.stopPropagation();
              change([], '');
            }
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
