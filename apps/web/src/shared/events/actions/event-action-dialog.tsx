import { Button, Modal, TextInput } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import classes from './event-action-dialog.module.css';

interface EventActionDialogProps {
  title: string;
  /** What the button does, as a verb with its object. */
  label: string;
  isPending: boolean;
  /** False: the button says what is missing when it is pressed, or nothing can be done at all. */
  isDisabled?: boolean;
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

/** The frame of every action on events: Enter does it, Escape leaves, a failure stays beside what was typed. */
export function EventActionDialog({
  title,
  label,
  isPending,
  isDisabled = false,
  isWide = false,
  hasReason = true,
  ...rest
}: EventActionDialogProps) {
  const { onClose, onSubmit, problem, children, focusesReason } = rest;
  const { formatMessage } = useIntl();
  useFocusBack();
  const [reason, setReason] = useState('');
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={isWide ? 560 : 440}
      closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}
    >
      <form
        noValidate
        className={classes.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (isDisabled || isPending) return;
          flushSync(() => onSubmit(reason.trim()));
          focusFirstWrong(submitted.currentTarget);
        }}
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
        {problem}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit" loading={isPending} disabled={isDisabled}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Whoever pressed the button is led to what it misses. */
function focusFirstWrong(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
