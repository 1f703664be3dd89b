import { Textarea } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { ANY_ACTION, BulkTouches } from '../../../shared/events/actions/bulk-touches.tsx';
import type { BulkSelection } from '../../../shared/events/actions/event-action-target.ts';

interface CommentDialogProps {
  count: number;
  selection: BulkSelection;
  onCancel: () => void;
  onComment: (text: string) => void;
}

/** One comment for every chosen event. */
export function CommentDialog({ count, selection, onCancel, onComment }: CommentDialogProps) {
  const { formatMessage } = useIntl();
  const [text, setText] = useState('');
  const isTooLong = text.trim().length > LIMITS.commentLength;
  return (
    <FormDialog
      title={formatMessage({ id: 'EventLog_Comment_Title' }, { count })}
      submitLabel={formatMessage({ id: 'EventLog_Comment' })}
      isDisabled={text.trim() === '' || isTooLong}
      isEdited={text.trim() !== ''}
      onClose={onCancel}
      onSubmit={() => onComment(text.trim())}
    >
      <Textarea
        rows={4}
        label={formatMessage({ id: 'EventLog_Comment_Label' })}
        value={text}
        error={isTooLong && formatMessage({ id: 'EventLog_Comment_TooLong' }, { maxLength: LIMITS.commentLength })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <BulkTouches selection={selection} action={ANY_ACTION} />
    </FormDialog>
  );
}
