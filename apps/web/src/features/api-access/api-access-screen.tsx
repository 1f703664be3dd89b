import { Button } from '@mantine/core';
import { LIMITS } from '@solvane/contract/limits';
import { apiTokenEndpoints, ingestionKeyEndpoints, viewKeyEndpoints } from '@solvane/contract/session';
import type { MessageKey } from '@solvane/i18n/messages';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import type { FormResponse } from '../../api/post-form.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { openForm } from '../../workspace/form-panel.ts';
import classes from './api-access.module.css';
import { apiTokensQuery, credentialKeys, ingestionKeysQuery, viewKeysQuery } from './api-access.queries.ts';
import { type Credential, CredentialTable } from './credential-table.tsx';
import { SecretDialog, type SecretKind } from './secret-dialog.tsx';

interface Secret {
  kind: SecretKind;
  name: string;
  text: string;
}

/** What programs, loggers and wallboards sign in with: made here, shown once, ended here. */
export function ApiAccessScreen() {
  const { formatMessage } = useIntl();
  const [secret, setSecret] = useState<Secret | null>(null);
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
        <Tokens onMade={setSecret} />
        <IngestionKeys onMade={setSecret} />
        <ViewKeys onMade={setSecret} />
      </div>
      {secret && <SecretDialog {...secret} onClose={() => setSecret(null)} />}
    </Screen>
  );
}

interface SectionProps {
  onMade: (secret: Secret) => void;
}

function Tokens({ onMade }: SectionProps) {
  const { formatMessage } = useIntl();
  const { renew, revoke } = useCredentials(credentialKeys.tokens);
  const query = useQuery(apiTokensQuery());
  const made = (answer: FormResponse): void => {
    const token = apiTokenEndpoints.create.response?.parse(jsonOf(answer));
    if (token) onMade({ kind: 'token', name: token.item.name, text: token.token });
    void renew();
  };
  return (
    <CredentialTable
      title={formatMessage({ id: 'ApiAccess_Tokens' })}
      note={formatMessage({ id: 'ApiAccess_Tokens_Note' }, { hours: LIMITS.apiTokenHours })}
      empty={formatMessage({ id: 'ApiAccess_Tokens_Empty' })}
      query={query}
      credentials={query.data?.items.map((token) => ({ ...token, id: token.tokenId, endsMs: token.expiresAtMs, isRevoked: false }))}
      action={
        <Button size="xs" leftSection={<IconPlus />} onClick={() => openForm({ form: 'api-token', onDone: made })}>
          {formatMessage({ id: 'Form_ApiToken_Title' })}
        </Button>
      }
      onRevoke={revoke('ApiAccess_Revoke_Token_Message', (tokenId) => call(apiTokenEndpoints.revoke, { body: { tokenId } }))}
    />
  );
}

function IngestionKeys({ onMade }: SectionProps) {
  const { formatMessage } = useIntl();
  const { renew, revoke } = useCredentials(credentialKeys.ingestionKeys);
  const query = useQuery(ingestionKeysQuery());
  const made = (answer: FormResponse): void => {
    const key = ingestionKeyEndpoints.create.response?.parse(jsonOf(answer));
    if (key) onMade({ kind: 'key', name: key.item.name, text: key.key });
    void renew();
  };
  return (
    <CredentialTable
      title={formatMessage({ id: 'ApiAccess_Keys' })}
      note={formatMessage({ id: 'ApiAccess_Keys_Note' })}
      empty={formatMessage({ id: 'ApiAccess_Keys_Empty' })}
      query={query}
      credentials={query.data?.items.map((key) => ({
        ...key,
        id: key.keyId,
        endsMs: key.revokedAtMs,
        readOnly: false,
        isRevoked: key.revokedAtMs !== null,
      }))}
      action={
        <Button size="xs" variant="default" leftSection={<IconPlus />} onClick={() => openForm({ form: 'ingestion-key', onDone: made })}>
          {formatMessage({ id: 'Form_IngestionKey_Title' })}
        </Button>
      }
      onRevoke={revoke('ApiAccess_Revoke_Key_Message', (keyId) => call(ingestionKeyEndpoints.revoke, { body: { keyId } }))}
    />
  );
}

/** Screens in control rooms: an address each, which stays open and can change nothing. */
function ViewKeys({ onMade }: SectionProps) {
  const { formatMessage } = useIntl();
  const { renew, revoke } = useCredentials(credentialKeys.viewKeys);
  const query = useQuery(viewKeysQuery());
  const made = (answer: FormResponse): void => {
    const view = viewKeyEndpoints.create.response?.parse(jsonOf(answer));
    if (view) onMade({ kind: 'view', name: view.item.name, text: `${window.location.origin}${view.path}` });
    void renew();
  };
  return (
    <CredentialTable
      title={formatMessage({ id: 'ApiAccess_Views' })}
      note={formatMessage({ id: 'ApiAccess_Views_Note' })}
      empty={formatMessage({ id: 'ApiAccess_Views_Empty' })}
      query={query}
      credentials={query.data?.items.map((view) => ({ ...view, id: view.viewKeyId, endsMs: null, readOnly: true, isRevoked: false }))}
      action={
        <Button size="xs" variant="default" leftSection={<IconPlus />} onClick={() => openForm({ form: 'view-key', onDone: made })}>
          {formatMessage({ id: 'Form_ViewKey_Title' })}
        </Button>
      }
      onRevoke={revoke('ApiAccess_Revoke_View_Message', (viewKeyId) => call(viewKeyEndpoints.revoke, { body: { viewKeyId } }))}
    />
  );
}

/** What all three lists share: they reload after a change and confirm before something is revoked. */
function useCredentials(queryKey: readonly string[]) {
  const queryClient = useQueryClient();
  const renew = () => queryClient.invalidateQueries({ queryKey });
  const revoke =
    (message: MessageKey, end: (id: string) => Promise<unknown>) =>
    ({ id, name }: Credential): void => {
      confirmDelete({
        title: 'ApiAccess_Revoke_Title',
        message,
        values: { name },
        label: 'ApiAccess_Revoke',
        run: async () => {
          await end(id);
          await renew();
        },
      });
    };
  return { renew, revoke };
}

function jsonOf(answer: FormResponse): unknown {
  return answer.kind === 'json' ? answer.value : undefined;
}
