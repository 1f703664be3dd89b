import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { Revision } from '@solvane/contract/validity';
import { Changes, type HistoryChange } from '@solvane/ui/history-list';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { type ChangeText, changeText, type ItemTexts } from './item-texts.ts';
import classes from './save-conflict.module.css';
import { threeWayMerge, type Versions } from './three-way-merge.ts';

interface SaveConflictProps<Item extends { id: string }> {
  /** The save; the dialog is there while its error says that another user changed the configuration. */
  save: { error: Error | null; isPending: boolean; reset: () => void };
  /** Revision that is stored now. */
  revision: Revision;
  versions: Versions<Item>;
  texts: ItemTexts<Item>;
  /** @param merged - theirs with the own changes on top */
  onReapply: (merged: Item[]) => void;
  onOverwrite: () => void;
}

/** Another user saved a list of items after it was opened: what they changed, and what becomes of the own draft. */
export function SaveConflict<Item extends { id: string }>({ save, revision, versions, texts, ...on }: SaveConflictProps<Item>) {
  const intl = useIntl();
  if (!isConflict(save.error)) return null;
  const { merged, changes } = threeWayMerge(versions, texts);
  return (
    <ConflictDialog
      revision={revision}
      changes={changes.map((change) => changeText(change, texts, intl))}
      isBusy={save.isPending}
      onReapply={() => {
        on.onReapply(merged);
        save.reset();
      }}
      onOverwrite={on.onOverwrite}
      onClose={save.reset}
    />
  );
}

interface ConflictDialogProps {
  revision: Revision;
  changes: readonly ChangeText[];
  isBusy: boolean;
  /** Loads theirs with the own changes on top; fields that both changed keep theirs. Left out: the configuration is to be deleted */
  onReapply?: () => void;
  /** Saves the own draft in place of theirs, or deletes the configuration. */
  onOverwrite: () => void;
  /** The own draft stays as it is. */
  onClose: () => void;
}

/** The dialog itself, for configurations that are no list of items. */
export function ConflictDialog({ revision, changes, isBusy, onClose, ...props }: ConflictDialogProps) {
  const { formatMessage, formatDate } = useIntl();
  const { onReapply, onOverwrite } = props;
  const kind = onReapply ? 'save' : 'delete';
  const { changedBy, changedAtMs } = revision;
  const at = changedAtMs === null ? '' : formatDate(changedAtMs, { dateStyle: 'medium', timeStyle: 'short' });
  const inBoth = changes.filter(({ isInBoth }) => isInBoth);
  return (
    <FormDialog
      icon="danger"
      size="widest"
      title={formatMessage({ id: 'Configuration_Changed_Title' })}
      cancelLabel={formatMessage({ id: onReapply ? 'Form_Discard_Keep' : 'Common_Cancel' })}
      submitLabel={onReapply && formatMessage({ id: 'Configuration_Conflict_Reapply' })}
      isBusy={isBusy}
      actions={
        <Button color="danger" variant="default" disabled={isBusy} onClick={onOverwrite}>
          {formatMessage({ id: `Configuration_Conflict_Overwrite_${kind}` })}
        </Button>
      }
      onClose={onClose}
      onSubmit={onReapply}
    >
      <p className={classes.text}>
        {changedBy === null
          ? formatMessage({ id: `Configuration_Changed_Message_${kind}` })
          : formatMessage({ id: `Configuration_Conflict_ChangedBy_${kind}` }, { changedBy, at })}
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
