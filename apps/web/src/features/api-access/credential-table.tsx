import { Button, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './api-access.module.css';

export interface Credential {
  id: string;
  name: string;
  /** null: every site of the user. */
  siteIds: readonly string[] | null;
  readOnly: boolean;
  createdAtMs: number;
  /** When it ends or ended; null: never. */
  endsMs: number | null;
  /** null: never used. */
  lastUsedAtMs: number | null;
  isRevoked: boolean;
}

interface CredentialTableProps {
  title: string;
  note: string;
  empty: string;
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
  /** undefined: not loaded. */
  credentials: readonly Credential[] | undefined;
  action: ReactNode;
  onRevoke: (credential: Credential) => void;
}

const WHEN = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export function CredentialTable({ title, note, empty, query, credentials, action, onRevoke }: CredentialTableProps) {
  const { formatMessage } = useIntl();
  return (
    <section className={classes.widget} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <p>{note}</p>
        {action}
      </header>
      {query.error && !credentials ? (
        <ErrorState error={query.error} title="Common_Error_Query_Title" onRetry={() => void query.refetch()} />
      ) : !credentials ? (
        <div className={classes.ghost} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} data-skeleton />
      ) : credentials.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard
        <div className={classes.scroll} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{formatMessage({ id: 'Form_Field_Name' })}</th>
                <th scope="col">{formatMessage({ id: 'ApiAccess_Column_Reach' })}</th>
                <th scope="col">{formatMessage({ id: 'ApiAccess_Column_Created' })}</th>
                <th scope="col">{formatMessage({ id: 'ApiAccess_Column_LastUsed' })}</th>
                <th scope="col">{formatMessage({ id: 'ApiAccess_Column_Ends' })}</th>
                <th>
                  <VisuallyHidden>{formatMessage({ id: 'ApiAccess_Column_Actions' })}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {credentials.map((credential) => (
                <CredentialRow key={credential.id} credential={credential} onRevoke={onRevoke} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function CredentialRow({ credential, onRevoke }: { credential: Credential } & Pick<CredentialTableProps, 'onRevoke'>) {
  const { formatMessage, formatDate } = useIntl();
  const reach = useReach();
  const { name, createdAtMs, lastUsedAtMs, endsMs, readOnly, isRevoked } = credential;
  return (
    <tr data-revoked={isRevoked || undefined}>
      <th scope="row">{name}</th>
      <td className={classes.reach} data-label={formatMessage({ id: 'ApiAccess_Column_Reach' })}>
        {reach(credential.siteIds)}
        {readOnly && <span className={classes.second}> · {formatMessage({ id: 'Form_ApiToken_ReadOnly' })}</span>}
      </td>
      <td data-label={formatMessage({ id: 'ApiAccess_Column_Created' })}>{formatDate(createdAtMs, WHEN)}</td>
      <td data-label={formatMessage({ id: 'ApiAccess_Column_LastUsed' })}>
        {lastUsedAtMs === null ? formatMessage({ id: 'ApiAccess_NeverUsed' }) : formatDate(lastUsedAtMs, WHEN)}
      </td>
      <td data-label={formatMessage({ id: 'ApiAccess_Column_Ends' })}>
        {endsMs === null
          ? formatMessage({ id: 'ApiAccess_NoEnd' })
          : isRevoked
            ? formatMessage({ id: 'ApiAccess_Revoked' }, { when: formatDate(endsMs, WHEN) })
            : formatDate(endsMs, WHEN)}
      </td>
      <td>
        {!isRevoked && (
          <Button
            size="xs"
            variant="subtle"
            color="danger"
            aria-label={formatMessage({ id: 'ApiAccess_Revoke_Named' }, { name })}
            onClick={() => onRevoke(credential)}
          >
            {formatMessage({ id: 'ApiAccess_Revoke' })}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Names of the sites a credential reaches. */
function useReach(): (siteIds: readonly string[] | null) => string {
  const { formatMessage, formatList } = useIntl();
  const { allSites } = useFleet();
  return (siteIds) => {
    if (siteIds === null) return formatMessage({ id: 'ApiAccess_AllSites' });
    const names = siteIds.map((id) => allSites.find(({ siteId }) => siteId === id)?.name ?? id);
    return formatList(names);
  };
}
