import { ActionIcon, Tooltip } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useShare } from '../routing/use-share.ts';

export function ShareButton() {
  const { formatMessage } = useIntl();
  const share = useShare();
  const label = formatMessage({ id: 'Share_Label' });
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} loading={share.isPending} onClick={() => share.mutate()}>
        <IconShare2 />
      </ActionIcon>
    </Tooltip>
  );
}
