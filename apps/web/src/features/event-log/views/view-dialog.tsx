import { Button, Modal, Select, TextInput } from '@mantine/core';
import type { EventView } from '@solvane/contract/event-commands';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import classes from '../event-log.module.css';

interface ViewDialogProps {
  title: string;
  label: string;
  /** undefined: a new one. */
  view: EventView | undefined;
  isPending: boolean;
  onClose: () => void;
  onSave: (saved: Pick<EventView, 'name' | 'sharedWith'>) => void;
}

/** Name of a view and who sees it. */
export function ViewDialog({ title, label, view, isPending, onClose, onSave }: ViewDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  const { enterprises } = useFleet();
  const [name, setName] = useState(view?.name ?? '');
  const [sharedWith, setSharedWith] = useState<string | null>(view?.sharedWith ?? null);
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = name.trim() === '';
  return (
    <Modal opened onClose={onClose} title={title} size={440} closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}>
      <form
        noValidate
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (!isMissing) onSave({ name: name.trim(), sharedWith: enterpriseIdSchema.nullable().parse(sharedWith) });
        }}
      >
        <TextInput
          data-autofocus
          withAsterisk
          label={formatMessage({ id: 'EventLog_View_Name' })}
          value={name}
          maxLength={LIMITS.nameLength}
          autoComplete="off"
          error={isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' })}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label={formatMessage({ id: 'EventLog_View_SharedWith' })}
          description={formatMessage({ id: 'EventLog_View_SharedWith_Help' })}
          placeholder={formatMessage({ id: 'EventLog_View_OnlyMe' })}
          clearable
          data={enterprises.map((enterprise) => ({ value: enterprise.id, label: enterprise.name }))}
          value={sharedWith}
          onChange={setSharedWith}
        />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit" loading={isPending}>
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
