import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';

interface LeaveGuardProps {
  /** What is not saved; another object after each change. null: nothing */
  draft: object | null;
  /** Parts of the address that choose what is edited, as the set. A change of others does not leave it. */
  searchKeys: readonly string[];
  onDiscard: () => void;
}

/** Drafts whose user chose to keep them: they are not asked again before the next change. */
const keptDrafts = new WeakSet<object>();

/** Asks before a draft is left by a link, the palette, the back button or by opening another configuration. The tab is guarded by the draft store. */
export function LeaveGuard({ draft, searchKeys, onDiscard }: LeaveGuardProps) {
  const { formatMessage } = useIntl();
  const { status, proceed, reset } = useBlocker({
    disabled: draft === null,
    enableBeforeUnload: false,
    withResolver: true,
    shouldBlockFn: ({ current, next }) =>
      draft !== null && !keptDrafts.has(draft) && (current.pathname !== next.pathname || isOther(current.search, next.search, searchKeys)),
  });
  if (status !== 'blocked' || draft === null) return null;
  return (
    <FormDialog
      icon="danger"
      title={formatMessage({ id: 'Configuration_Leave_Title' })}
      cancelLabel={formatMessage({ id: 'Configuration_Leave_Stay' })}
      submitLabel={formatMessage({ id: 'Configuration_Leave_Keep' })}
      actions={
        <Button
          color="danger"
          variant="default"
          onClick={() => {
            onDiscard();
            proceed();
          }}
        >
          {formatMessage({ id: 'Form_Discard_Action' })}
        </Button>
      }
      onClose={reset}
      onSubmit={() => {
        keptDrafts.add(draft);
        proceed();
      }}
    >
      {formatMessage({ id: 'Configuration_Leave_Message' })}
    </FormDialog>
  );
}

function isOther(current: object, next: object, keys: readonly string[]): boolean {
  const [before, after] = [new Map(Object.entries(current)), new Map(Object.entries(next))];
  return keys.some((key) => before.get(key) !== after.get(key));
}
