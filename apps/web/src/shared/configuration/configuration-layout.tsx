import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { SearchField } from '../fields/search-field.tsx';
import { fold, searchTerms } from '../text/fold.ts';
import classes from './configuration-layout.module.css';

interface ConfigurationEntry {
  key: string;
  name: string;
  detail: string;
}

interface ConfigurationLayoutProps {
  /** Name of the list of configurations. */
  label: string;
  /** A heading each, as an enterprise; null: only one group. */
  groups: readonly { key: string; heading: string | null; entries: readonly ConfigurationEntry[] }[];
  openKey: string;
  onOpen: (key: string) => void;
  children: ReactNode;
}

/** From this many entries on the list has a search field: more do not fit on a screen. */
const SEARCH_FROM = 16;

/** The list of configurations beside the one that is open. */
export function ConfigurationLayout({ label, groups, openKey, onOpen, children }: ConfigurationLayoutProps) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const found = findEntries(groups, search);
  const first = found[0]?.entries[0];
  const list = useRef<HTMLElement>(null);
  // The address may open an entry that is not in view.
  useEffect(() => {
    list.current?.querySelector(`[data-key="${CSS.escape(openKey)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [openKey]);
  return (
    <div className={classes.container}>
      <div className={classes.layout}>
        <nav ref={list} className={classes.entries} aria-label={label}>
          {groups.reduce((count, { entries }) => count + entries.length, 0) >= SEARCH_FROM && (
            <div className={classes.search}>
              <SearchField
                value={search}
                placeholder={formatMessage({ id: 'Common_Search' })}
                shortcut="/"
                onChange={setSearch}
                onEnter={() => search !== '' && first && onOpen(first.key)}
              />
            </div>
          )}
          {first === undefined && <p className={classes.note}>{formatMessage({ id: 'Form_Select_NothingFound' })}</p>}
          {found.map(({ key: groupKey, heading, entries }) => (
            <section key={groupKey}>
              {heading !== null && <h2>{heading}</h2>}
              <ul>
                {entries.map(({ key, name, detail }) => (
                  <li key={key}>
                    <button
                      type="button"
                      className={classes.entry}
                      aria-current={key === openKey || undefined}
                      data-key={key}
                      onClick={() => onOpen(key)}
                    >
                      <b>{name}</b>
                      <small>{detail}</small>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        {children}
      </div>
    </div>
  );
}

/** Entries whose name and detail contain every search term; groups without such an entry are left out. */
function findEntries(groups: ConfigurationLayoutProps['groups'], search: string): ConfigurationLayoutProps['groups'] {
  const wanted = searchTerms(search);
  if (wanted.length === 0) return groups;
  const isFound = ({ name, detail }: ConfigurationEntry): boolean => {
    const text = fold(`${name} ${detail}`);
    return wanted.every((word) => text.includes(word));
  };
  return groups.map((group) => ({ ...group, entries: group.entries.filter(isFound) })).filter(({ entries }) => entries.length > 0);
}

interface ConfigurationEditorProps {
  name: string;
  title: string;
  detail: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}

interface ConfigurationAction {
  label: string;
  isDisabled?: boolean;
  isBusy?: boolean;
  run: () => void;
}

/** Buttons for a configuration as a whole. false: the action is not possible here */
export function ConfigurationActions({ actions }: { actions: readonly (ConfigurationAction | false)[] }) {
  return actions.map(
    (action) =>
      action !== false && (
        <Button
          key={action.label}
          variant="default"
          disabled={action.isDisabled ?? false}
          loading={action.isBusy ?? false}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ),
  );
}

/** The configuration that is open: its name and its actions. */
export function ConfigurationEditor({ name, title, detail, actions, children }: ConfigurationEditorProps) {
  return (
    <section className={classes.editor} aria-label={name}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <p className={classes.note}>{detail}</p>
        <span className={classes.spread} />
        {actions}
      </header>
      {children}
    </section>
  );
}

export function ConfigurationNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}

/** What depends on a configuration; with `warning`, as an alert before it is saved. */
export function ConfigurationUses({ warning, children }: { warning: string | undefined; children: ReactNode }) {
  if (warning === undefined) return <p className={classes.note}>{children}</p>;
  return (
    <div className={classes.warning} role="alert">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <p>
        <b>{warning} </b>
        {children}
      </p>
    </div>
  );
}
