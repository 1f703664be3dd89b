import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './history-list.module.css';

/** Texts of every history list. */
export interface HistoryListLabels {
  /** Name of the list. */
  name: string;
  compare: string;
  restore: string;
  /** Badge of the entry that is in use. */
  current: string;
  /** Read out before the earlier and the later value. */
  before: string;
  after: string;
}

export interface HistoryChange {
  label: string;
  /** null or undefined: there was none. */
  before: ReactNode;
  after: ReactNode;
}

export interface HistoryEntry {
  id: string;
  /** What was done, or the name of the version. */
  title: ReactNode;
  who: ReactNode;
  /** As it is shown; `dateTime` for machines. */
  when: string;
  dateTime?: string | undefined;
  note?: ReactNode;
  changes?: readonly HistoryChange[];
  /** The version in use. */
  isCurrent?: boolean;
  /** It was undone later: its title is struck out. */
  isUndone?: boolean;
  canCompare?: boolean;
  canRestore?: boolean;
  isBusy?: boolean;
  /** Further buttons. */
  actions?: ReactNode;
  /** Below everything, as a comparison that is open. */
  content?: ReactNode;
}

export interface HistoryListProps {
  labels: HistoryListLabels;
  /** Newest first. */
  entries: readonly HistoryEntry[];
  /** The entry that is compared. */
  comparedId?: string | undefined;
  onCompare?: ((id: string) => void) | undefined;
  onRestore?: ((id: string) => void) | undefined;
}

/** Who changed what when, with a comparison of an entry and the way back to it. */
export function HistoryList({ labels, entries, comparedId, onCompare, onRestore }: HistoryListProps) {
  return (
    <ol className={classes.list} aria-label={labels.name}>
      {entries.map((entry) => (
        <li key={entry.id} data-compared={entry.id === comparedId || undefined} data-undone={entry.isUndone || undefined}>
          <div className={classes.head}>
            <p className={classes.what}>
              <b>{entry.title}</b>
              {entry.isCurrent && <span className={classes.current}>{labels.current}</span>}
              <span className={classes.who}>
                {entry.who}, <time dateTime={entry.dateTime}>{entry.when}</time>
              </span>
            </p>
            <div className={classes.actions}>
              {entry.actions}
              {entry.canCompare && onCompare && (
                <Button size="xs" variant="subtle" aria-pressed={entry.id === comparedId} onClick={() => onCompare(entry.id)}>
                  {labels.compare}
                </Button>
              )}
              {entry.canRestore && onRestore && (
                <Button size="xs" variant="default" loading={entry.isBusy ?? false} onClick={() => onRestore(entry.id)}>
                  {labels.restore}
                </Button>
              )}
            </div>
          </div>
          {entry.note !== undefined && <p className={classes.note}>{entry.note}</p>}
          {entry.changes && entry.changes.length > 0 && <Changes labels={labels} changes={entry.changes} />}
          {entry.content}
        </li>
      ))}
    </ol>
  );
}

/** Fields with their earlier and later value; also on its own, as in a review before saving. */
export function Changes({ labels, changes }: { labels: Pick<HistoryListLabels, 'before' | 'after'>; changes: readonly HistoryChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>
              <span className={classes.unseen}>{labels.before} </span>
              {before ?? '\u2014'}
            </del>{' '}
            <ins>
              <span className={classes.unseen}>{labels.after} </span>
              {after ?? '\u2014'}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
