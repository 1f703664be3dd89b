import { Select } from '@mantine/core';
import type { UsedCategorySet } from '@solvane/contract/event-choices';
import { type ReactNode, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../event-mark.tsx';
import { useEventLabels } from '../use-event-labels.ts';
import classes from './event-action-dialog.module.css';

interface CategorySelectProps {
  categories: UsedCategorySet['categories'];
  value: string | null;
  onChange: (category: string | null) => void;
  error?: ReactNode;
  isFirst?: boolean;
  /** In a row: no label above; names what it is the category of. */
  rowLabel?: string;
  /** Where it may stay empty: what holds then. */
  placeholder?: string;
}

/** Categories of a set, most decisive first, each with the type it brings. */
export function CategorySelect({ categories, value, onChange, error, isFirst = false, rowLabel, placeholder }: CategorySelectProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const data = categories.map(({ name }) => ({ value: name, label: words.category(name) }));
  const found = data.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()));
  const named = data.find(({ label }) => label.toLowerCase() === left.toLowerCase())?.value;
  // A name typed to its end and left counts, also when it was typed before the categories arrived.
  useEffect(() => {
    if (left === '' || categories.length === 0) return;
    setLeft('');
    if (named !== undefined && named !== value) onChange(named);
  });
  return (
    <Select
      onSearchChange={setTyped}
      onBlur={() => setLeft(typed.trim())}
      onKeyDown={(event) => {
        const [only] = found;
        if (event.key !== 'Enter' || typed.trim() === '' || found.length > 1 || only?.value === value) return;
        // Enter takes the only match. What names no category is not sent: that would drop it.
        event.preventDefault();
        if (!only) return;
        onChange(only.value);
        // Left open, the list would take the next Enter, which is meant for the dialog.
        setIsOpen(false);
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      allowDeselect={false}
      {...(rowLabel === undefined
        ? { label: formatMessage({ id: 'EventAction_Category' }), withAsterisk: placeholder === undefined }
        : { 'aria-label': rowLabel })}
      {...(placeholder !== undefined && { placeholder, clearable: true })}
      searchable
      openOnFocus={false}
      data-autofocus={isFirst || undefined}
      // Where the dialog begins it takes the keyboard while its categories are still on their way.
      disabled={categories.length === 0 && !isFirst}
      nothingFoundMessage={formatMessage({ id: 'EventAction_Category_None' })}
      maxDropdownHeight={320}
      data={data}
      value={value}
      error={error}
      renderOption={({ option }) => {
        const type = categories.find(({ name }) => name === option.value)?.eventType;
        return (
          <span className={classes.option}>
            {type && <EventMark type={type} />}
            <span>{option.label}</span>
            {type && <span className={classes.detail}>{words.type(type)}</span>}
          </span>
        );
      }}
      onChange={onChange}
    />
  );
}
