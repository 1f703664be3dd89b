import { Button } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { apiTokenEndpoints, ingestionKeyEndpoints } from '@solvane/contract/session';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import type { FormAnswer } from '../../api/post-form.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { openForm } from '../../workspace/form-panel.ts';
import classes from './api-access.module.css';
import { apiTokensQuery, credentialKeys, ingestionKeysQuery } from './api-access.queries.ts';
import { type Credential, CredentialTable } from './credential-table.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** What programs and loggers sign in with: made here, shown once, ended here. */
export function ApiAccessScreen() {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const tokens = useQuery(apiTokensQuery());
  const keys = useQuery(ingestionKeysQuery());
  const [secret, setSecret] = useState<{ kind: 'token' | 'key'; name: string; text: string } | null>(null);

  const tokenMade = (answer: FormAnswer): void => {
    const made = apiTokenEndpoints.create.response?.parse(answer.kind === 'json' ? answer.value : undefined);
    if (made) setSecret({ kind: 'token', name: made.item.name, text: made.token });
    void queryClient.invalidateQueries({ queryKey: credentialKeys.tokens });
  };
  const keyMade = (answer: FormAnswer): void => {
    const made = ingestionKeyEndpoints.create.response?.parse(answer.kind === 'json' ? answer.value : undefined);
    if (made) setSecret({ kind: 'key', name: made.item.name, text: made.key });
    void queryClient.invalidateQueries({ queryKey: credentialKeys.ingestionKeys });
  };
  const revokeToken = ({ id, name }: Credential): void => {
    confirmDelete({
      title: 'ApiAccess_Revoke_Title',
      message: 'ApiAccess_Revoke_Token_Message',
      values: { name },
      label: 'ApiAccess_Revoke',
      run: async () => {
        await call(apiTokenEndpoints.revoke, { body: { tokenId: id } });
        await queryClient.invalidateQueries({ queryKey: credentialKeys.tokens });
      },
    });
  };
  const revokeKey = ({ id, name }: Credential): void => {
    confirmDelete({
      title: 'ApiAccess_Revoke_Title',
      message: 'ApiAccess_Revoke_Key_Message',
      values: { name },
      label: 'ApiAccess_Revoke',
      run: async () => {
        await call(ingestionKeyEndpoints.revoke, { body: { keyId: id } });
        await queryClient.invalidateQueries({ queryKey: credentialKeys.ingestionKeys });
      },
    });
  };

  return (
    <Screen
      title={formatMessage({ id: 'Route_api-access' })}
      subtitle={formatMessage({ id: 'ApiAccess_Subtitle' })}
      actions={
        <Button component="a" variant="default" href="/api/openapi.json" target="_blank" rel="noopener">
          {formatMessage({ id: 'ApiAccess_Description' })}
        </Button>
      }
    >
      <div className={classes.content}>
        <CredentialTable
          title={formatMessage({ id: 'ApiAccess_Tokens' })}
          note={formatMessage({ id: 'ApiAccess_Tokens_Note' }, { hours: LIMITS.apiTokenHours })}
          empty={formatMessage({ id: 'ApiAccess_Tokens_Empty' })}
          query={tokens}
          credentials={tokens.data?.items.map((token) => ({ ...token, id: token.tokenId, endsMs: token.expiresAtMs, isRevoked: false }))}
          action={
            <Button size="xs" leftSection={<IconPlus />} onClick={() => openForm({ form: 'api-token', onDone: tokenMade })}>
              {formatMessage({ id: 'Form_ApiToken_Title' })}
            </Button>
          }
          onRevoke={revokeToken}
        />
        <CredentialTable
          title={formatMessage({ id: 'ApiAccess_Keys' })}
          note={formatMessage({ id: 'ApiAccess_Keys_Note' })}
          empty={formatMessage({ id: 'ApiAccess_Keys_Empty' })}
          query={keys}
          credentials={keys.data?.items.map((key) => ({
            ...key,
            id: key.keyId,
            endsMs: key.revokedAtMs,
            readOnly: false,
            isRevoked: key.revokedAtMs !== null,
          }))}
          action={
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus />}
              onClick={() => openForm({ form: 'ingestion-key', onDone: keyMade })}
            >
              {formatMessage({ id: 'Form_IngestionKey_Title' })}
            </Button>
          }
          onRevoke={revokeKey}
        />
      </div>
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
    </Screen>
  );
}
