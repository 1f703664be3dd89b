import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

/** The list of configurations beside the one that is open. */
export function ConfigurationLayout({ label, groups, openKey, onOpen, children }: ConfigurationLayoutProps) {
  return (
    <div className={classes.container}>
      <div className={classes.layout}>
        <nav className={classes.entries} aria-label={label}>
          {groups.map(({ key: groupKey, heading, entries }) => (
            <section key={groupKey}>
              {heading !== null && <h2>{heading}</h2>}
              <ul>
                {entries.map(({ key, name, detail }) => (
                  <li key={key}>
                    <button type="button" className={classes.entry} aria-current={key === openKey || undefined} onClick={() => onOpen(key)}>
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
