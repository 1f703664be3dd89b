import { type FormDialogProps as Props, FormDialog as UiFormDialog } from '@solvane/ui/form-dialog';
import { useIntl } from 'react-intl';

export type FormDialogProps = Omit<Props, 'labels'>;

/** The frame of every dialog in the language of the user. */
export function FormDialog(props: FormDialogProps) {
  const { formatMessage } = useIntl();
  // The texts of the question are loaded only once a form was opened.
  const isEditable = props.isEdited !== undefined;
  return (
    <UiFormDialog
      {...props}
      labels={{
        close: formatMessage({ id: 'Common_Close' }),
        cancel: formatMessage({ id: 'Common_Cancel' }),
        discard: {
          title: isEditable ? formatMessage({ id: 'Form_Discard_Title' }) : '',
          message: isEditable ? formatMessage({ id: 'Form_Discard_Message' }) : '',
          keep: isEditable ? formatMessage({ id: 'Form_Discard_Keep' }) : '',
          discard: isEditable ? formatMessage({ id: 'Form_Discard_Action' }) : '',
        },
      }}
    />
  );
}
