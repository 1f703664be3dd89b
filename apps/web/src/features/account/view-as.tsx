import { Button } from '@mantine/core';
import { enterpriseIdSchema, roleIdSchema } from '@solvane/contract/ids';
import { roleEndpoints } from '@solvane/contract/session';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useIsViewing, useViewAs } from '../../workspace/view-as.ts';
import classes from './account.module.css';
import { SettingsSection } from './settings-section.tsx';

/** Provider staff look at the product as a role of an enterprise sees it, and can change nothing meanwhile. */
export function ViewAs() {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const isViewing = useIsViewing();
  const roles = useQuery({ queryKey: ['roles', 'list'], queryFn: ({ signal }) => call(roleEndpoints.list, { signal }) });
  const [roleId, setRoleId] = useState<string | null>(null);
  const [enterpriseId, setEnterpriseId] = useState<string | null>(null);
  const view = useViewAs();
  const [role, enterprise] = [roleIdSchema.safeParse(roleId).data, enterpriseIdSchema.safeParse(enterpriseId).data];
  return (
    <SettingsSection title={formatMessage({ id: 'ViewAs_Title' })}>
      <p className={classes.help}>{formatMessage({ id: 'ViewAs_Help' })}</p>
      {roles.error && <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />}
      {isViewing ? (
        <Button variant="default" loading={view.isPending} onClick={() => view.mutate(null)}>
          {formatMessage({ id: 'ViewAs_End' })}
        </Button>
      ) : (
        <div className={classes.fields}>
          <SelectField
            label={formatMessage({ id: 'ViewAs_Enterprise' })}
            options={enterprises.map(({ id, name }) => ({ value: id, label: name }))}
            value={enterpriseId}
            onChange={setEnterpriseId}
          />
          <SelectField
            label={formatMessage({ id: 'ViewAs_Role' })}
            options={roles.data?.items.map((item) => ({ value: item.roleId, label: item.name })) ?? []}
            value={roleId}
            onChange={setRoleId}
          />
          <Button
            disabled={!role || !enterprise}
            loading={view.isPending}
            onClick={() => role && enterprise && view.mutate({ roleId: role, enterpriseId: enterprise })}
          >
            {formatMessage({ id: 'ViewAs_Begin' })}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
