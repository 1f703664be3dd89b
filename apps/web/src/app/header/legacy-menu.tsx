import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconExternalLink, IconTools } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { legacyToolsQuery } from '../../shared/legacy/legacy-tools.queries.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** Links to the older fleet tools; a tool without a target has no entry, and without any there is no menu. */
export function LegacyMenu() {
  const { formatMessage } = useIntl();
  const items = useQuery(legacyToolsQuery()).data?.items ?? [];
  const fill = useFilledAddress();
  if (items.length === 0) return null;
  const label = formatMessage({ id: 'LegacyTools_Label' });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label}>
            <IconTools />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ tool, url }) => (
          <Menu.Item
            key={tool}
            component="a"
            href={fill(url)}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={14} aria-hidden="true" />}
          >
            {formatMessage({ id: `LegacyTools_${tool}` })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The site browser opens at the first selected device, else at the first site. */
function useFilledAddress(): (url: string) => string {
  const selection = useDeviceSelection();
  const { sites } = useFleet();
  const [first] = Object.entries(selection);
  const site = sites.find(({ siteSegmentId }) => siteSegmentId === first?.[1].siteSegmentId) ?? sites[0];
  const segmentId = first?.[0] ?? site?.siteSegmentId ?? '';
  return (url) =>
    url.replaceAll('{siteId}', encodeURIComponent(site?.siteId ?? '')).replaceAll('{segmentId}', encodeURIComponent(segmentId));
}
