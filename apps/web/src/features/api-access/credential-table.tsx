import { Button } from '@mantine/core';
import type { DataColumn } from '@solvane/ui/data-table-props';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
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
  const columns = useCredentialColumns(onRevoke);
  return (
    <section className={classes.widget} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <p>{note}</p>
        {action}
      </header>
      <ScreenTable
        label={title}
        isBare
        query={query}
        empty={empty}
        rows={credentials}
        columns={columns}
        getRowId={({ id }) => id}
        toneOf={({ isRevoked }) => (isRevoked ? 'muted' : undefined)}
        rowHeight={36}
      />
    </section>
  );
}

function useCredentialColumns(onRevoke: CredentialTableProps['onRevoke']): DataColumn<Credential>[] {
  const { formatMessage, formatDate } = useIntl();
  const reach = useReach();
  return [
    {
      id: 'name',
      header: formatMessage({ id: 'Form_Field_Name' }),
      value: ({ name }) => name,
      isRowHeader: true,
      width: 160,
      card: 'title',
    },
    {
      id: 'reach',
      header: formatMessage({ id: 'ApiAccess_Column_Reach' }),
      value: ({ siteIds }) => reach(siteIds),
      cell: ({ siteIds, readOnly }) => (
        <>
          {reach(siteIds)}
          {readOnly && <span className={classes.second}> · {formatMessage({ id: 'Form_ApiToken_ReadOnly' })}</span>}
        </>
      ),
      width: 200,
      canGrow: true,
      wraps: true,
      card: 'fact',
    },
    {
      id: 'created',
      header: formatMessage({ id: 'ApiAccess_Column_Created' }),
      value: ({ createdAtMs }) => createdAtMs,
      cell: ({ createdAtMs }) => formatDate(createdAtMs, WHEN),
      width: 144,
      card: 'fact',
    },
    {
      id: 'lastUsed',
      header: formatMessage({ id: 'ApiAccess_Column_LastUsed' }),
      value: ({ lastUsedAtMs }) => lastUsedAtMs,
      cell: ({ lastUsedAtMs }) => (lastUsedAtMs === null ? formatMessage({ id: 'ApiAccess_NeverUsed' }) : formatDate(lastUsedAtMs, WHEN)),
      width: 144,
      card: 'fact',
    },
    {
      id: 'ends',
      header: formatMessage({ id: 'ApiAccess_Column_Ends' }),
      value: ({ endsMs }) => endsMs,
      cell: ({ endsMs, isRevoked }) => {
        if (endsMs === null) return formatMessage({ id: 'ApiAccess_NoEnd' });
        const when = formatDate(endsMs, WHEN);
        return isRevoked ? formatMessage({ id: 'ApiAccess_Revoked' }, { when }) : when;
      },
      width: 144,
      wraps: true,
      card: 'fact',
    },
    {
      id: 'actions',
      header: formatMessage({ id: 'ApiAccess_Column_Actions' }),
      isHeadHidden: true,
      align: 'end',
      width: 96,
      card: 'value',
      cell: (credential) =>
        !credential.isRevoked && (
          <Button
            size="xs"
            variant="subtle"
            color="danger"
            aria-label={formatMessage({ id: 'ApiAccess_Revoke_Named' }, { name: credential.name })}
            onClick={() => onRevoke(credential)}
          >
            {formatMessage({ id: 'ApiAccess_Revoke' })}
          </Button>
        ),
    },
  ];
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
