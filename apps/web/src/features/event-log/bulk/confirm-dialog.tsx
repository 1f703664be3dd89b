import { Button, Modal } from '@mantine/core';
import type { BulkAction } from '@solvane/contract/event-commands';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useIntl } from 'react-intl';
import { BulkTouches } from '../../../shared/events/actions/bulk-touches.tsx';
import type { BulkSelection } from '../../../shared/events/actions/event-action-target.ts';
import classes from '../event-log.module.css';

interface ConfirmDialogProps {
  action: BulkAction;
  selection: BulkSelection;
  /** A verb with its object: title and button. */
  label: string;
  isPending: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** What a job on many events will touch, before it does. */
export function ConfirmDialog({ action, selection, label, isPending, onCancel, onConfirm }: ConfirmDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  return (
    <Modal opened onClose={onCancel} title={label} size={440} closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <BulkTouches selection={selection} action={action} />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onCancel}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit" data-autofocus loading={isPending}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
