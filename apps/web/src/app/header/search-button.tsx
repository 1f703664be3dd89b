import { Kbd } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import classes from './header.module.css';

const loadPalette = () => import('../palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));

/** Opens the palette: screens, sites, devices and actions by name. */
export function SearchButton() {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const close = (): void => {
    setOpen(false);
    setSearch('');
  };
  useShortcut('Mod+K', () => setOpen(true), 'Shortcut_Palette');
  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-haspopup="dialog"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={() => setOpen(true)}
      >
        <IconSearch />
        <span className={classes.searchText}>{formatMessage({ id: 'Common_Search' })}</span>
        <Kbd aria-hidden="true">Ctrl K</Kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<EarlyField value={search} onChange={setSearch} onClose={close} />}>
          <Palette search={search} onSearch={setSearch} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface EarlyFieldProps {
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
}

/** Takes what is typed while the palette is still on its way: no letter is lost, and none acts as a shortcut. */
function EarlyField({ value, onChange, onClose }: EarlyFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <input
      ref={focus}
      className={classes.earlyField}
      aria-label={formatMessage({ id: 'Common_Search' })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}
