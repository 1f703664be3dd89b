import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { Revision } from '@solvane/contract/validity';
import { Changes, type HistoryChange } from '@solvane/ui/history-list';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import classes from './save-conflict.module.css';
import { type MergeOptions, type TheirChange, threeWayMerge, type Versions } from './three-way-merge.ts';

/** One change of the other user, as text. */
export interface ConflictChange {
  label: string;
  before: string | null | undefined;
  after: string | null | undefined;
  /** Own value of the same field. */
  own?: string | undefined;
  /** The own draft changes the same field to another value. */
  isInBoth: boolean;
}

interface SaveConflictProps<Item extends { id: string }> extends MergeOptions<Item> {
  /** The save; the dialog is there while its error says that another user changed the configuration. */
  save: { error: Error | null; isPending: boolean; reset: () => void };
  /** Revision that is stored now. */
  revision: Revision;
  versions: Versions<Item>;
  nameOf: (item: Item) => string;
  labelOf: (field: keyof Item & string) => string;
  textOf: (item: Item, field: keyof Item & string) => string | null;
  /** @param merged - theirs with the own changes on top */
  onReapply: (merged: Item[]) => void;
  onOverwrite: () => void;
}

/** Another user saved a list of items after it was opened: what they changed, and what becomes of the own draft. */
export function SaveConflict<Item extends { id: string }>({ save, revision, ...props }: SaveConflictProps<Item>) {
  const { formatMessage } = useIntl();
  if (!isConflict(save.error)) return null;
  const { versions, fields, isOrdered = false, nameOf, labelOf, textOf, onReapply, onOverwrite } = props;
  const { merged, changes } = threeWayMerge(versions, { fields, isOrdered });
  const summaryOf = (item: Item | undefined) => item && fields.map((field) => textOf(item, field) ?? '\u2014').join(' \u00b7 ');
  const orderOf = (items: readonly Item[]) => items.map(nameOf).join(' \u203a ');
  const toText = (change: TheirChange<Item>): ConflictChange => {
    const { kind, isInBoth, own } = change;
    if (kind === 'order')
      return {
        label: formatMessage({ id: 'Configuration_Conflict_Order' }),
        before: orderOf(change.before),
        after: orderOf(change.after),
        isInBoth,
      };
    if (kind === 'item') {
      const item = change.after ?? change.before;
      return {
        label: item ? nameOf(item) : '',
        before: summaryOf(change.before),
        after: summaryOf(change.after),
        own: summaryOf(own),
        isInBoth,
      };
    }
    const { field, before, after } = change;
    const ownText = own && (textOf(own, field) ?? '\u2014');
    return {
      label: `${nameOf(after)}, ${labelOf(field)}`,
      before: textOf(before, field),
      after: textOf(after, field),
      own: ownText,
      isInBoth,
    };
  };
  return (
    <ConflictDialog
      revision={revision}
      changes={changes.map(toText)}
      isBusy={save.isPending}
      onReapply={() => {
        onReapply(merged);
        save.reset();
      }}
      onOverwrite={onOverwrite}
      onClose={save.reset}
    />
  );
}

interface ConflictDialogProps {
  revision: Revision;
  changes: readonly ConflictChange[];
  isBusy: boolean;
  /** Loads theirs with the own changes on top; fields that both changed keep theirs. */
  onReapply: () => void;
  /** Saves the own draft in place of theirs. */
  onOverwrite: () => void;
  /** The own draft stays as it is. */
  onClose: () => void;
}

/** The dialog itself, for configurations that are no list of items. */
export function ConflictDialog({ revision, changes, isBusy, onReapply, onOverwrite, onClose }: ConflictDialogProps) {
  const { formatMessage, formatDate } = useIntl();
  const { changedBy, changedAtMs } = revision;
  const at = changedAtMs === null ? '' : formatDate(changedAtMs, { dateStyle: 'medium', timeStyle: 'short' });
  const inBoth = changes.filter(({ isInBoth }) => isInBoth);
  return (
    <FormDialog
      icon="danger"
      size="widest"
      title={formatMessage({ id: 'Configuration_Changed_Title' })}
      cancelLabel={formatMessage({ id: 'Form_Discard_Keep' })}
      submitLabel={formatMessage({ id: 'Configuration_Conflict_Reapply' })}
      isBusy={isBusy}
      actions={
        <Button color="danger" variant="outline" disabled={isBusy} onClick={onOverwrite}>
          {formatMessage({ id: 'Configuration_Conflict_Overwrite' })}
        </Button>
      }
      onClose={onClose}
      onSubmit={onReapply}
    >
      <p className={classes.text}>
        {changedBy === null
          ? formatMessage({ id: 'Configuration_Changed_Message' })
          : formatMessage({ id: 'Configuration_Conflict_ChangedBy' }, { changedBy, at })}
      </p>
      <ChangeList title={formatMessage({ id: 'Configuration_Conflict_Theirs' })} changes={changes.filter(({ isInBoth }) => !isInBoth)} />
      <ChangeList
        title={formatMessage({ id: 'Configuration_Conflict_Both' })}
        changes={inBoth.map(({ own, ...change }) => ({
          ...change,
          after: formatMessage({ id: 'Configuration_Conflict_Own' }, { theirs: change.after ?? '\u2014', own: own ?? '\u2014' }),
        }))}
      />
    </FormDialog>
  );
}

export function isConflict(error: Error | null): boolean {
  return error instanceof AppError && error.code === 'configuration.changed';
}

function ChangeList({ title, changes }: { title: string; changes: readonly HistoryChange[] }) {
  const { formatMessage } = useIntl();
  if (changes.length === 0) return null;
  return (
    <section className={classes.changes}>
      <h3>{title}</h3>
      <Changes
        labels={{ before: formatMessage({ id: 'History_Before' }), after: formatMessage({ id: 'History_After' }) }}
        changes={changes}
      />
    </section>
  );
}
