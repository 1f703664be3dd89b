import { Button } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useAccess } from '../../shared/access/session.queries.ts';
import { treeLoader, useTrees } from '../../workspace/fleet/trees.ts';
import classes from './device-panel.module.css';

/** Says above the tree how many sites have no devices to show. Behind a flag that is off: each failure stands at its site anyway. */
export function LoadFailedBanner() {
  const { formatMessage } = useIntl();
  const { failed } = useTrees();
  if (!useAccess().features.segmentLoadFailedBanner || failed.size === 0) return null;
  return (
    <div role="status" className={classes.banner}>
      <span>{formatMessage({ id: 'DevicePanel_LoadFailed' }, { count: failed.size })}</span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          for (const siteId of failed.keys()) treeLoader.retry(siteId);
        }}
      >
        {formatMessage({ id: 'Common_Retry' })}
      </Button>
    </div>
  );
}
