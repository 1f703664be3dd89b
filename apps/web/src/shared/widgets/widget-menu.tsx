import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { copyText } from '../text/copy-text.ts';
import { TargetLink } from './target-link.tsx';
import type { ExportFormat, WidgetExport } from './widget-export.ts';
import type { menuTargets } from './widget-target.ts';

const TABLE_FORMATS: readonly ExportFormat[] = ['csv', 'xlsx'];
const IMAGE_FORMATS: readonly ExportFormat[] = ['png', 'svg'];

interface WidgetMenuProps {
  id: string;
  title: string;
  /** Without charts there is no picture to export. */
  hasCharts: boolean;
  /** Absent: there are no data. */
  exported: (() => WidgetExport) | undefined;
  /** Where the same data are. */
  targets: ReturnType<typeof menuTargets>;
  asTable: boolean;
  /** Absent: the picture is a table. */
  onSwitch: (() => void) | undefined;
  onConfigure: (() => void) | undefined;
  onFullScreen: (() => void) | undefined;
  onLeaveFullScreen: (() => void) | undefined;
}

/** What can be done with a widget. */
export function WidgetMenu({ id, title, hasCharts, exported, targets, asTable, onSwitch, ...actions }: WidgetMenuProps) {
  const { formatMessage } = useIntl();
  const { onConfigure, onFullScreen, onLeaveFullScreen } = actions;
  const run = useMutation({
    mutationFn: async ({ format, from }: { format: ExportFormat; from: WidgetExport }) => {
      const { exportWidget } = await import('./widget-export.ts');
      await exportWidget(format, from);
    },
  });
  const copy = useMutation({ mutationFn: () => copyText(linkTo(id)) });
  const formats = hasCharts ? [...TABLE_FORMATS, ...IMAGE_FORMATS] : TABLE_FORMATS;
  return (
    <Menu position="bottom-end" width={200} onClose={copy.reset}>
      <Menu.Target>
        <ActionIcon size="md" loading={run.isPending} aria-label={formatMessage({ id: 'Widget_Menu' }, { title })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onSwitch && (
          <Menu.Item onClick={onSwitch} rightSection={<kbd>T</kbd>}>
            {formatMessage({ id: asTable ? 'Widget_AsChart' : 'Widget_AsTable' })}
          </Menu.Item>
        )}
        {targets.map((target) => (
          <Menu.Item key={target.to} renderRoot={(props) => <TargetLink {...props} target={target} />}>
            {formatMessage({ id: `Widget_OpenIn_${target.to}` })}
          </Menu.Item>
        ))}
        {onFullScreen && <Menu.Item onClick={onFullScreen}>{formatMessage({ id: 'Widget_FullScreen' })}</Menu.Item>}
        {onLeaveFullScreen && (
          <Menu.Item onClick={onLeaveFullScreen} rightSection={<kbd>Esc</kbd>}>
            {formatMessage({ id: 'Widget_FullScreen_Leave' })}
          </Menu.Item>
        )}
        <Menu.Item closeMenuOnClick={false} onClick={() => copy.mutate()}>
          <span role="status">{formatMessage({ id: copy.isSuccess ? 'Common_LinkCopied' : 'Widget_CopyLink' })}</span>
        </Menu.Item>
        {exported && (
          <>
            <Menu.Label>{formatMessage({ id: 'Widget_Export' })}</Menu.Label>
            {formats.map((format) => (
              <Menu.Item key={format} onClick={() => run.mutate({ format, from: exported() })}>
                {format.toUpperCase()}
              </Menu.Item>
            ))}
          </>
        )}
        {onConfigure && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onConfigure}>{formatMessage({ id: 'Widget_Configure' })}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The page as it is, and the widget on it. How often it refreshes is for the user who opens the link to decide (spec §9). */
function linkTo(id: string): string {
  const link = new URL(window.location.href);
  link.searchParams.delete('autoRefresh');
  link.hash = encodeURIComponent(id);
  return link.href;
}
