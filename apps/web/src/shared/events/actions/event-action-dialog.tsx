import { TextInput } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../dialogs/form-dialog.tsx';

interface EventActionDialogProps {
  title: string;
  /** What the button does, as a verb with its object. */
  label: string;
  isPending: boolean;
  /** False: the button says what is missing when it is pressed, or nothing can be done at all. */
  isDisabled?: boolean;
  /** Something was chosen or typed besides the reason: closing asks first. */
  isEdited?: boolean;
  isWide?: boolean;
  /** Of actions that can carry why they were done. */
  hasReason?: boolean;
  /** Nothing else is asked. */
  focusesReason?: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
  /** Failure of the last try. */
  problem?: ReactNode;
  children: ReactNode;
}

/** Every action on events: what it needs, and why it is done. A failure stays beside what was typed. */
export function EventActionDialog({ label, isPending, isWide = false, hasReason = true, focusesReason, ...props }: EventActionDialogProps) {
  const { title, isDisabled = false, isEdited = false, problem, onClose, onSubmit, children } = props;
  const { formatMessage } = useIntl();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={title}
      submitLabel={label}
      isBusy={isPending}
      isDisabled={isDisabled}
      isEdited={isEdited || reason.trim() !== ''}
      size={isWide ? 'wide' : 'normal'}
      problem={problem}
      onClose={onClose}
      onSubmit={() => onSubmit(reason.trim())}
    >
      {children}
      {hasReason && (
        <TextInput
          label={formatMessage({ id: 'EventAction_Reason' })}
          maxLength={LIMITS.descriptionLength}
          data-autofocus={focusesReason || undefined}
          value={reason}
          autoComplete="off"
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
