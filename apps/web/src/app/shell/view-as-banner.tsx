import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useSessionUser } from '../../shared/access/session.queries.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useViewAs } from '../../workspace/view-as.ts';
import classes from './shell.module.css';

/** Says whose eyes one looks with, as long as they are not one's own, and how to end it. */
export default function ViewAsBanner() {
  const { formatMessage } = useIntl();
  const { viewAs } = useSessionUser();
  const { enterprises } = useFleet();
  const view = useViewAs();
  if (!viewAs) return null;
  const enterprise = enterprises.find(({ id }) => id === viewAs.enterpriseId)?.name ?? viewAs.enterpriseId;
  return (
    <div className={classes.offline} role="status">
      <IconEye size={18} aria-hidden="true" />
      <span>{formatMessage({ id: 'ViewAs_Banner' }, { role: viewAs.roleId, enterprise })}</span>
      <Button size="xs" variant="default" loading={view.isPending} onClick={() => view.mutate(null)}>
        {formatMessage({ id: 'ViewAs_End' })}
      </Button>
    </div>
  );
}
