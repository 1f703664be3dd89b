import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { copyText } from '../../shared/text/copy-text.ts';
import classes from './api-access.module.css';

export type SecretKind = 'token' | 'key' | 'view';

interface SecretDialogProps {
  kind: SecretKind;
  name: string;
  text: string;
  onClose: () => void;
}

/** The only time a secret is on a screen: until it is copied only the button closes it. */
export function SecretDialog({ kind, name, text, onClose }: SecretDialogProps) {
  const { formatMessage } = useIntl();
  const copy = useMutation({ mutationFn: () => copyText(text), meta: { failedMessage: 'ApiAccess_Secret_CopyFailed' } });
  return (
    <FormDialog
      size="wide"
      closesByButtonOnly={!copy.isSuccess}
      title={formatMessage({ id: `ApiAccess_Secret_Title_${kind}` }, { name })}
      cancelLabel={formatMessage({ id: 'ApiAccess_Secret_Close' })}
      submitIcon={copy.isSuccess ? <IconCheck /> : <IconCopy />}
      submitLabel={formatMessage({ id: copy.isSuccess ? 'ApiAccess_Secret_Copied' : 'ApiAccess_Secret_Copy' })}
      onClose={onClose}
      onSubmit={() => copy.mutate()}
    >
      <p>{formatMessage({ id: 'ApiAccess_Secret_Once' })}</p>
      <code className={classes.secret}>{text}</code>
      <p>{formatMessage({ id: kind === 'view' ? 'ApiAccess_Secret_Open' : 'ApiAccess_Secret_Use' })}</p>
      {kind !== 'view' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard
        <pre className={classes.example} tabIndex={0}>
          {exampleOf(kind, window.location.origin)}
        </pre>
      )}
    </FormDialog>
  );
}

/** A command to try it with; the secret stays out of it, as command lines are remembered. */
function exampleOf(kind: Exclude<SecretKind, 'view'>, origin: string): string {
  const header = '-H "Authorization: Bearer $SOLVANE_SECRET"';
  return kind === 'token'
    ? `curl ${header} ${origin}/api/device-tree/sites`
    : `curl ${header} -H "Content-Type: text/csv" --data-binary @points.csv ${origin}/api/ingest/points`;
}
