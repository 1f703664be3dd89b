import { Button, Modal, Textarea } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { useFocusBack } from '@solvane/ui/use-focus-back';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ANY_ACTION, BulkTouches } from '../../../shared/events/actions/bulk-touches.tsx';
import type { BulkSelection } from '../../../shared/events/actions/event-action-target.ts';
import classes from '../event-log.module.css';

interface CommentDialogProps {
  count: number;
  selection: BulkSelection;
  onCancel: () => void;
  onComment: (text: string) => void;
}

/** One comment for every chosen event. */
export function CommentDialog({ count, selection, onCancel, onComment }: CommentDialogProps) {
  const { formatMessage } = useIntl();
  useFocusBack();
  const [text, setText] = useState('');
  const isTooLong = text.trim().length > LIMITS.commentLength;
  return (
    <Modal opened onClose={onCancel} title={formatMessage({ id: 'EventLog_Comment_Title' }, { count })}>
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && !isTooLong) onComment(text.trim());
        }}
      >
        <Textarea
          data-autofocus
          rows={4}
          label={formatMessage({ id: 'EventLog_Comment_Label' })}
          value={text}
          error={isTooLong && formatMessage({ id: 'EventLog_Comment_TooLong' }, { maxLength: LIMITS.commentLength })}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <BulkTouches selection={selection} action={ANY_ACTION} />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onCancel}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit" disabled={text.trim() === '' || isTooLong}>
            {formatMessage({ id: 'EventLog_Comment' })}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
