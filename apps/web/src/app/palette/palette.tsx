import { Modal } from '@mantine/core';
import { IconBolt, IconBuildingFactory2, IconCpu, IconLayout, IconListDetails, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { searchTerms } from '../../shared/text/fold.ts';
import classes from './palette.module.css';
import { findEntries, type PaletteEntry, type PaletteKind } from './palette-entries.ts';
import { useEventEntry, usePaletteEntries } from './use-palette-entries.ts';

const ICONS: Record<PaletteKind, typeof IconBolt> = {
  event: IconListDetails,
  page: IconLayout,
  action: IconBolt,
  site: IconBuildingFactory2,
  device: IconCpu,
};
const SHOWN = 40;

interface PaletteProps {
  search: string;
  onSearch: (search: string) => void;
  onClose: () => void;
}

interface KeysHeld {
  ctrlKey: boolean;
  metaKey: boolean;
}

/** One field for everything that has a name. */
export function Palette({ search, onSearch, onClose }: PaletteProps) {
  const { formatMessage } = useIntl();
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const [entered, setEntered] = useState<KeysHeld>();
  const words = useDeferredValue(search);
  const entries = usePaletteEntries({ withDevices: words !== '' });
  const event = useEventEntry(words);
  const named = useMemo(() => findEntries(entries, searchTerms(words), SHOWN), [entries, words]);
  const found = event ? [event, ...named] : named;
  const at = Math.min(chosen, found.length - 1);
  const run = (entry: PaletteEntry | undefined, { ctrlKey, metaKey }: KeysHeld): void => {
    if (!entry) return;
    onClose();
    entry.run({ newTab: ctrlKey || metaKey });
  };
  // The list follows what is typed a moment later: what is entered meanwhile is meant for the list to come.
  useEffect(() => {
    if (!entered || words !== search) return;
    setEntered(undefined);
    run(found[at], entered);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const next: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: found.length - 1 };
    const to = next[event.key];
    if (event.key === 'Enter') setEntered({ ctrlKey: event.ctrlKey, metaKey: event.metaKey });
    else if (to === undefined || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    else {
      const row = (to + found.length) % Math.max(1, found.length);
      setChosen(row);
      document.getElementById(`${listId}-${row}`)?.scrollIntoView({ block: 'nearest' });
    }
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={600}
      padding={0}
      transitionProps={{ duration: 0 }}
    >
      <div className={classes.field}>
        <IconSearch aria-hidden="true" />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[at] && `${listId}-${at}`}
          aria-label={formatMessage({ id: 'Palette_Label' })}
          placeholder={formatMessage({ id: 'Palette_Placeholder' })}
          value={search}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            setChosen(0);
            setEntered(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label={formatMessage({ id: 'Palette_Label' })}>
        {found.map((entry, index) => (
          <Row key={entry.key} id={`${listId}-${index}`} entry={entry} isChosen={index === at} onClick={(event) => run(entry, event)} />
        ))}
      </div>
      {found.length === 0 && <p className={classes.empty}>{formatMessage({ id: 'Palette_Empty' })}</p>}
    </Modal>
  );
}

function Row({
  id,
  entry,
  isChosen,
  onClick,
}: {
  id: string;
  entry: PaletteEntry;
  isChosen: boolean;
  onClick: (event: MouseEvent) => void;
}) {
  const { formatMessage } = useIntl();
  const Icon = ICONS[entry.kind];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and takes the keys
    <div id={id} className={classes.row} role="option" aria-selected={isChosen} tabIndex={-1} onClick={onClick}>
      <Icon aria-hidden="true" />
      <span className={classes.name}>{entry.name}</span>
      <span className={classes.note}>{entry.note}</span>
      <span className={classes.kind}>{formatMessage({ id: `Palette_Kind_${entry.kind}` })}</span>
    </div>
  );
}
