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
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
