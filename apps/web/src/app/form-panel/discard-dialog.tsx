import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';

/** Asked before something that was entered is lost; the safe choice has the focus. */
export function DiscardDialog({ onAnswer }: { onAnswer: (isAgreed: boolean) => void }) {
  const { formatMessage } = useIntl();
  return (
    <FormDialog
      icon="danger"
      isDanger
      title={formatMessage({ id: 'Form_Discard_Title' })}
      cancelLabel={formatMessage({ id: 'Form_Discard_Keep' })}
      submitLabel={formatMessage({ id: 'Form_Discard_Action' })}
      onClose={() => onAnswer(false)}
      onSubmit={() => onAnswer(true)}
    >
      <p>{formatMessage({ id: 'Form_Discard_Message' })}</p>
    </FormDialog>
  );
}
