import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { type ExportFormat, exportWidget, IMAGE_FORMATS, TABLE_FORMATS, type WidgetExport } from './widget-export.ts';

interface WidgetMenuProps {
  title: string;
  /** Without charts there is no picture to export. */
  hasCharts: boolean;
  /** Absent: there are no data. */
  exported: WidgetExport | undefined;
  asTable: boolean;
  /** Absent: the picture is a table. */
  onSwitch: (() => void) | undefined;
  onConfigure: (() => void) | undefined;
}

/** What can be done with a widget. */
export function WidgetMenu({ title, hasCharts, exported, asTable, onSwitch, onConfigure }: WidgetMenuProps) {
  const { formatMessage } = useIntl();
  const run = useMutation({ mutationFn: ({ format, from }: { format: ExportFormat; from: WidgetExport }) => exportWidget(format, from) });
  const formats = hasCharts ? [...TABLE_FORMATS, ...IMAGE_FORMATS] : TABLE_FORMATS;
  return (
    <Menu position="bottom-end" width={200}>
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
        {exported && (
          <>
            <Menu.Label>{formatMessage({ id: 'Widget_Export' })}</Menu.Label>
            {formats.map((format) => (
              <Menu.Item key={format} onClick={() => run.mutate({ format, from: exported })}>
                {format.toUpperCase()}
              </Menu.Item>
            ))}
          </>
        )}
        {onConfigure && (
          <>
            {exported && <Menu.Divider />}
            <Menu.Item onClick={onConfigure}>{formatMessage({ id: 'Widget_Configure' })}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
