import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import type { Upload } from '@solvane/contract/uploads/uploads';
import { IconArrowBackUp, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { RevertButton } from './revert-button.tsx';
import { UploadFacts } from './upload-facts.tsx';
import classes from './uploads.module.css';

/** Where what was imported is shown. */
const RESULTS = {
  powerCurves: '/configure/model-data',
  expectedCoefficients: '/configure/expected-coefficients',
  budgets: '/configure/budgets',
  referenceTurbines: '/configure/reference-turbines',
  manualData: '/data-studio',
} as const satisfies Record<UploadKind, string>;

/** How it ended, the way to the result, and the way back. */
export function DoneStep({ upload }: { upload: Upload }) {
  const { formatMessage, formatDate } = useIntl();
  const { state, kind, can, revertedBy, revertedAtMs } = upload;
  const isDone = state === 'done';
  const icon = isDone ? <IconCircleCheck /> : state === 'reverted' ? <IconArrowBackUp /> : <IconCircleX />;
  return (
    <div className={classes.confirm}>
      <StateMessage
        icon={icon}
        tone={isDone ? 'ok' : state === 'failed' ? 'danger' : 'quiet'}
        title={formatMessage({ id: `Upload_State_${state}` })}
        role="status"
        actions={
          isDone && (
            <>
              <Link to={RESULTS[kind]}>{formatMessage({ id: `Upload_Result_${kind}` })}</Link>
              {can.revert && <RevertButton upload={upload} />}
            </>
          )
        }
      >
        {state === 'reverted' && revertedAtMs !== null
          ? formatMessage(
              { id: 'Upload_Ended_reverted' },
              { user: revertedBy, when: formatDate(revertedAtMs, { dateStyle: 'medium', timeStyle: 'short' }) },
            )
          : formatMessage({ id: `Upload_Ended_${isDone ? 'done' : state === 'failed' ? 'failed' : 'cancelled'}` })}
      </StateMessage>
      <UploadFacts upload={upload} />
    </div>
  );
}
