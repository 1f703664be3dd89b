import { Button, Menu } from '@mantine/core';
import { SIGNAL_CATALOGUE } from '@solvane/energy/signals/catalogue';
import { IconPlus } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { type DraftMethod, newSignal, signalKeyOf } from './quality-draft.ts';
import classes from './signal-list.module.css';
import { useQualityWords } from './use-quality-texts.ts';

interface SignalListProps {
  keys: readonly string[];
  open: string;
  changed: ReadonlySet<string>;
  /** Share of the values that the rules touched; null: not counted. */
  touchedOf: (key: string) => number | null;
  canEdit: boolean;
  onOpen: (key: string) => void;
  onAdd: (methods: readonly DraftMethod[]) => void;
}

/** Signals with rules of their own, with the share of their values that the rules touched in the last 30 days. */
export function SignalList({ keys, open, changed, touchedOf, canEdit, onOpen, onAdd }: SignalListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const words = useQualityWords();
  return (
    <nav className={classes.list} aria-label={formatMessage({ id: 'QualityConfiguration_Signals' })}>
      <header>
        <b>{formatMessage({ id: 'QualityConfiguration_Signals' })}</b>
        <small title={formatMessage({ id: 'QualityConfiguration_Touched_Hint' })}>
          {formatMessage({ id: 'QualityConfiguration_Touched' })}
        </small>
      </header>
      <ul>
        {keys.map((key) => {
          const touched = touchedOf(key);
          return (
            <li key={key}>
              <button type="button" aria-current={key === open || undefined} onClick={() => onOpen(key)}>
                <span>{words.signal(key)}</span>
                {changed.has(key) && <i role="img" aria-label={formatMessage({ id: 'QualityConfiguration_Unsaved' })} />}
                <b>
                  {touched === null
                    ? '\u2014'
                    : formatNumber(touched, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })}
                </b>
              </button>
            </li>
          );
        })}
      </ul>
      {canEdit && <AddSignal keys={keys} onAdd={onAdd} />}
    </nav>
  );
}

function AddSignal({ keys, onAdd }: Pick<SignalListProps, 'keys' | 'onAdd'>) {
  const { formatMessage } = useIntl();
  const words = useQualityWords();
  const measured = [...new Set(SIGNAL_CATALOGUE.filter(({ calcTypes }) => calcTypes.includes('Raw')).map(({ apCode }) => apCode))];
  const free = measured.map((apCode) => signalKeyOf({ apCode, segmentTypes: [] })).filter((key) => !keys.includes(key));
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} />}>
          {formatMessage({ id: 'QualityConfiguration_AddSignal' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {free.map((key) => (
          <Menu.Item key={key} onClick={() => onAdd(newSignal(key))}>
            {words.signal(key)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
