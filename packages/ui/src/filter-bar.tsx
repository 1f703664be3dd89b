import '@mantine/core/styles/PillsInput.layer.css';
import { CloseButton, Combobox, PillsInput, useCombobox } from '@mantine/core';
import { IconAlertCircle, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import classes from './filter-bar.module.css';

/** Texts of every filter bar. */
export interface FilterBarLabels {
  /** Name of the field, and what it shows while it is empty. */
  name: string;
  clear: string;
  /** Name of the button that takes a token out. */
  remove: (token: string) => string;
  /** How keys move between the tokens; only read out. */
  keys: string;
  /** Name of the list of suggestions. */
  suggestions: string;
}

/** A condition: `lost` `>` `100`. */
export interface FilterToken {
  id: string;
  field: string;
  operator: string;
  value: string;
  /** Why it finds nothing: it is drawn as wrong. */
  problem?: string | undefined;
}

export interface FilterSuggestion {
  /** What the field holds afterwards. */
  text: string;
  label: ReactNode;
  /** Quiet text after the label. */
  detail?: string | undefined;
  /** It is a whole token: taking it ends the typing. */
  isComplete: boolean;
}

interface FilterBarProps {
  labels: FilterBarLabels;
  tokens: readonly FilterToken[];
  /** What is being typed. */
  text: string;
  suggestions: readonly FilterSuggestion[];
  onText: (text: string) => void;
  /** What was typed is complete: Enter, a suggestion, or the field was left. */
  onCommit: (text: string, by: 'enter' | 'suggestion' | 'blur') => void;
  onRemove: (ids: readonly string[]) => void;
  /** A token goes back into the field, to be changed. */
  onEdit: (id: string) => void;
  onClear: () => void;
  /** At the end, as to save the filters as a view. */
  actions?: ReactNode;
  /** Key that leads to the field, shown while it is empty. */
  keyHint?: ReactNode;
  fieldRef?: Ref<HTMLInputElement>;
  className?: string | undefined;
}

/**
 * Conditions as tokens, and a field that adds them by typing. From the start of the field the left arrow moves into the tokens: arrows walk them, Enter
 * takes one back into the field, Backspace and Delete remove it. Backspace in an empty field removes the last.
 */
export function FilterBar({ labels, tokens, text, suggestions, onText, onCommit, onRemove, onEdit, onClear, ...props }: FilterBarProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const combobox = useCombobox({
    opened: isOpen && suggestions.length > 0,
    onOpenedChange: setOpen,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const isEmpty = tokens.length === 0 && text === '';
  const focus = (index: number): void => {
    const found = box.current?.querySelectorAll<HTMLElement>('[data-token]')[index] ?? box.current?.querySelector('input');
    found?.focus();
  };
  const remove = (index: number): void => {
    const token = tokens[index];
    if (!token) return;
    onRemove([token.id]);
    // The token after it takes its position.
    requestAnimationFrame(() => focus(index));
  };
  const walk = (event: KeyboardEvent, index: number): void => {
    if (event.key === 'ArrowLeft') focus(Math.max(0, index - 1));
    else if (event.key === 'ArrowRight') focus(index + 1);
    else if (event.key === 'Home') focus(0);
    else if (event.key === 'End') focus(tokens.length);
    else if (event.key === 'Backspace' || event.key === 'Delete') remove(index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const take = (taken: string): void => {
    const suggestion = suggestions.find((each) => each.text === taken);
    if (!suggestion) return;
    combobox.resetSelectedOption();
    if (suggestion.isComplete) {
      onCommit(suggestion.text, 'suggestion');
      combobox.closeDropdown();
    } else onText(suggestion.text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    if (event.key === 'Backspace' && text === '') onRemove(tokens.slice(-1).map(({ id }) => id));
    else if (event.key === 'ArrowLeft' && isAtStart && tokens.length > 0) focus(tokens.length - 1);
    else if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) {
      event.preventDefault();
      setOpen(false);
      onCommit(text, 'enter');
    } else if (event.key === 'Escape' && !isEmpty && !combobox.dropdownOpened) {
      event.stopPropagation();
      onClear();
    }
  };
  return (
    <Combobox store={combobox} position="bottom-start" width={320} onOptionSubmit={take}>
      <Combobox.DropdownTarget>
        <PillsInput
          ref={box}
          className={props.className}
          classNames={{ input: classes.input ?? '' }}
          data-empty={isEmpty || undefined}
          leftSection={<IconSearch size={16} />}
          rightSectionWidth="auto"
          rightSection={
            <span className={classes.end}>
              {isEmpty ? props.keyHint : props.actions}
              {!isEmpty && <CloseButton size="sm" aria-label={labels.clear} onClick={onClear} />}
            </span>
          }
        >
          <div className={classes.tokens}>
            {tokens.map((token, index) => (
              <Token
                key={token.id}
                token={token}
                removeLabel={labels.remove}
                onKeyDown={(event) => walk(event, index)}
                onEdit={() => {
                  onEdit(token.id);
                  focus(tokens.length);
                }}
                onRemove={() => remove(index)}
              />
            ))}
            <Combobox.EventsTarget withExpandedAttribute>
              <PillsInput.Field
                ref={props.fieldRef}
                className={classes.field}
                aria-label={labels.name}
                aria-description={tokens.length > 0 ? labels.keys : undefined}
                autoComplete="off"
                placeholder={tokens.length === 0 ? labels.name : undefined}
                value={text}
                onFocus={() => setOpen(true)}
                onClick={() => setOpen(true)}
                onBlur={() => {
                  setOpen(false);
                  if (text.trim() !== '') onCommit(text, 'blur');
                }}
                onChange={({ currentTarget }) => {
                  setOpen(true);
                  combobox.resetSelectedOption();
                  onText(currentTarget.value);
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
          </div>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Options className={classes.options} aria-label={labels.suggestions}>
          {suggestions.map(({ text: value, label, detail }) => (
            <Combobox.Option key={value} value={value} className={classes.option}>
              <span>{label}</span>
              {detail !== undefined && <span className={classes.detail}>{detail}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface TokenProps {
  token: FilterToken;
  removeLabel: FilterBarLabels['remove'];
  onKeyDown: (event: KeyboardEvent) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Token({ token: { field, operator, value, problem }, removeLabel, onKeyDown, onEdit, onRemove }: TokenProps) {
  const text = `${field}${operator}${value}`;
  return (
    <span className={classes.token} data-wrong={problem !== undefined || undefined} title={problem}>
      <button
        type="button"
        data-token
        tabIndex={-1}
        aria-description={problem}
        onMouseDown={(event) => event.stopPropagation()}
        onKeyDown={onKeyDown}
        onClick={onEdit}
      >
        {problem !== undefined && <IconAlertCircle aria-hidden="true" />}
        <span className={classes.key}>
          {field}
          {operator}
        </span>
        <b>{value}</b>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={removeLabel(text)}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={onRemove}
      >
        <IconX aria-hidden="true" />
      </button>
    </span>
  );
}
