import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../keys/use-shortcut.ts';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Also its accessible name. */
  placeholder: string;
  /** Key that leads here from anywhere on the screen. */
  shortcut?: string;
  onEnter?: () => void;
}

export function SearchField({ value, onChange, placeholder, shortcut, onEnter }: SearchFieldProps) {
  const { formatMessage } = useIntl();
  const input = useRef<HTMLInputElement>(null);
  useShortcut(shortcut, () => input.current?.focus());
  const clear =
    value === '' ? (
      shortcut && <Kbd aria-hidden="true">{shortcut}</Kbd>
    ) : (
      <CloseButton size="sm" aria-label={formatMessage({ id: 'Common_Clear' })} onClick={() => onChange('')} />
    );
  return (
    <TextInput
      ref={input}
      type="search"
      value={value}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} />}
      rightSection={clear}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') {
          event.stopPropagation();
          onChange('');
        }
        if (event.key === 'Enter') onEnter?.();
      }}
    />
  );
}
