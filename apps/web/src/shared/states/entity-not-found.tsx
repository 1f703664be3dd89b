import { Button } from '@mantine/core';
import type { MessageKey } from '@solvane/i18n/messages';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { useAddressOf } from '../routing/navigate-to.ts';
import type { PageName } from '../routing/page.ts';
import type { ErrorLevel } from './error-text.ts';
import { StateMessage } from './state-message.tsx';

export const ENTITY_KINDS = [
  'dashboard',
  'report',
  'contractConfiguration',
  'insight',
  'device',
  'site',
  'siteAccess',
  'remoteReset',
  'task',
  'event',
  'dataQualityConfiguration',
  'powerCurve',
] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** Where one looks for others; what is not named here has no way on of its own (spec §2). */
const WAYS_ON: Partial<Record<EntityKind, { page: PageName; label: MessageKey }>> = {
  event: { page: 'event-log', label: 'EntityNotFound_GoToEventLog' },
  dataQualityConfiguration: { page: 'data-quality', label: 'EntityNotFound_GoToList' },
  powerCurve: { page: 'model-data', label: 'EntityNotFound_GoToList' },
};

/** It does not exist, or this user may not see it: the text never says which of the two. */
export function EntityNotFound({ kind, level = 'part' }: { kind: EntityKind; level?: ErrorLevel }) {
  const { formatMessage } = useIntl();
  const addressOf = useAddressOf();
  const wayOn = WAYS_ON[kind];
  return (
    <StateMessage
      icon={<IconFileOff />}
      level={level}
      title={formatMessage({ id: `EntityNotFound_${kind}` })}
      role="alert"
      {...(wayOn && {
        actions: (
          <Button variant="default" size={level === 'part' ? 'xs' : 'sm'} component={Link} to={addressOf(wayOn.page)}>
            {formatMessage({ id: wayOn.label })}
          </Button>
        ),
      })}
    >
      {formatMessage({ id: 'EntityNotFound_Message' })}
    </StateMessage>
  );
}
