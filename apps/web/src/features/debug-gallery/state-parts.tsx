import { Button } from '@mantine/core';
import { AppError, type ErrorCode } from '@solvane/contract/errors';
import { IconCircleCheck, IconTools } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { NetworkError } from '../../api/network-error.ts';
import { ENTITY_KINDS, EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { ErrorBoundary } from '../../shared/states/error-boundary.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { Part } from './part.tsx';

const CODES: readonly ErrorCode[] = [
  'request.invalid',
  'auth.required',
  'access.forbidden',
  'resource.notFound',
  'service.unavailable',
  'internal',
];

export function StateParts() {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: 'Page_ComingSoon_Title' });
  return (
    <>
      {(['quiet', 'ok', 'warn', 'danger'] as const).map((tone) => (
        <Part key={tone} name={`StateMessage tone=${tone}`}>
          <StateMessage icon={tone === 'ok' ? <IconCircleCheck /> : <IconTools />} tone={tone} title={title}>
            {formatMessage({ id: 'Page_ComingSoon_Message' })}
          </StateMessage>
        </Part>
      ))}
      {CODES.map((code) => (
        <Part key={code} name={`ErrorState ${code}`}>
          <ErrorState error={new AppError(code, { detail: { requestId: '7f2c91aa-0000' } })} level="part" onRetry={() => undefined} />
        </Part>
      ))}
      <Part name="ErrorState NetworkError">
        <ErrorState error={new NetworkError(undefined)} onRetry={() => undefined} />
      </Part>
      <Part name="ErrorState title">
        <ErrorState error={new AppError('internal')} title="Common_Error_Query_Title" onRetry={() => undefined} />
      </Part>
      {ENTITY_KINDS.map((kind) => (
        <Part key={kind} name={`EntityNotFound ${kind}`}>
          <EntityNotFound kind={kind} />
        </Part>
      ))}
      <Part name="ErrorBoundary">
        <ErrorBoundary>
          <Breakable />
        </ErrorBoundary>
      </Part>
    </>
  );
}

/** Throws when it is asked to, so that the boundary around it can be seen. */
function Breakable() {
  const { formatMessage } = useIntl();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new AppError('internal', { detail: { requestId: '7f2c91aa-0000' } });
  return (
    <Button variant="default" onClick={() => setBroken(true)}>
      {formatMessage({ id: 'Debug_Break' })}
    </Button>
  );
}
