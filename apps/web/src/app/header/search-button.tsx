import { Kbd } from '@mantine/core';
import { useFocusBack } from '@solvane/ui/use-focus-back';
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
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [search, setSearch] = useState('');
  // Until the field of the palette has the focus: its code has to come, and its dialog to open.
  const [isEarly, setEarly] = useState(true);
  return (
    <>
      {isEarly && <EarlyField value={search} onChange={setSearch} onLeave={() => setEarly(false)} onClose={onClose} />}
      <Suspense>
        <Palette search={search} onSearch={setSearch} onClose={onClose} />
      </Suspense>
    </>
  );
}

interface EarlyFieldProps {
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  onClose: () => void;
}

/** Takes what is typed while the palette is still on its way: no letter is lost, and none acts as a shortcut. */
function EarlyField({ value, onChange, onLeave, onClose }: EarlyFieldProps) {
  const { formatMessage } = useIntl();
  return (
    <input
      ref={focus}
      className={classes.earlyField}
      aria-label={formatMessage({ id: 'Common_Search' })}
      tabIndex={-1}
      value={value}
      onBlur={onLeave}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  );
}

function focus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}
