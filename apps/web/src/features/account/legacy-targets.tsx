import { Button, TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { LEGACY_TOOLS, type LegacyTool, legacyToolEndpoints } from '@solvane/contract/legacy-tools';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { legacyToolsQuery } from '../../shared/legacy/legacy-tools.queries.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './account.module.css';
import { SettingsSection } from './settings-section.tsx';

/** Where the entries of the legacy tools menu lead; an empty one hides its entry. */
export function LegacyTargets() {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const queryClient = useQueryClient();
  const tools = useQuery(legacyToolsQuery());
  const [drafts, setDrafts] = useState<Partial<Record<LegacyTool, string>>>({});
  const save = useMutation({
    mutationFn: () => call(legacyToolEndpoints.save, { body: { targets: drafts } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(legacyToolsQuery().queryKey, answer);
      setDrafts({});
    },
    meta: { doneMessage: 'LegacyTools_Saved', failedMessage: 'LegacyTools_SaveFailed' },
  });
  const issues = save.error instanceof AppError ? save.error.issues : [];
  const errorOf = (tool: LegacyTool): string | undefined => {
    const issue = issues.find(({ path }) => path.includes(tool));
    return issue && serverText(issue.message, issue.values);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <SettingsSection title={formatMessage({ id: 'LegacyTools_Settings' })}>
      <p className={classes.help}>{formatMessage({ id: 'LegacyTools_Settings_Help' })}</p>
      {tools.error && <ErrorState error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.data && (
        <form className={classes.targets} onSubmit={submit}>
          {LEGACY_TOOLS.map((tool) => (
            <TextInput
              key={tool}
              label={formatMessage({ id: `LegacyTools_${tool}` })}
              placeholder={tool === 'siteBrowser' ? 'https://example.org/sites/{siteId}/{segmentId}' : 'https://example.org'}
              value={drafts[tool] ?? tools.data.items.find((item) => item.tool === tool)?.url ?? ''}
              error={errorOf(tool)}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDrafts((before) => ({ ...before, [tool]: value }));
              }}
            />
          ))}
          <Button type="submit" disabled={Object.keys(drafts).length === 0} loading={save.isPending}>
            {formatMessage({ id: 'LegacyTools_Save' })}
          </Button>
        </form>
      )}
    </SettingsSection>
  );
}
