import type { BulkAction } from '@solvane/contract/event-commands';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { BulkTouches } from '../../../shared/events/actions/bulk-touches.tsx';
import type { BulkSelection } from '../../../shared/events/actions/event-action-target.ts';

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
  return (
    <FormDialog title={label} submitLabel={label} isBusy={isPending} onClose={onCancel} onSubmit={onConfirm}>
      <BulkTouches selection={selection} action={action} />
    </FormDialog>
  );
}
