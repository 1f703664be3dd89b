import { Button, Menu } from '@mantine/core';
import { EVENT_EXPORT_FORMATS, eventExportEndpoints } from '@solvane/contract/event-commands';
import type { EventFilter, EventSort } from '@solvane/contract/events';
import { LIMITS } from '@solvane/contract/limits';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call, callForResponse } from '../../api/call.ts';
import { saveFile } from '../../shared/files/save-file.ts';
import { showNotice } from '../../workspace/notices.ts';

interface ExportButtonProps {
  filter: EventFilter;
  sort: EventSort;
  /** Events of the result. null: not known yet */
  count: number | null;
}

type Format = (typeof EVENT_EXPORT_FORMATS)[number];

/** The result as a file; more than can be waited for becomes a job. */
export function ExportButton({ filter, sort, count }: ExportButtonProps) {
  const { formatMessage } = useIntl();
  const isLarge = count !== null && count > LIMITS.eventExportRows;
  const exportEvents = useMutation({
    mutationFn: async (format: Format) => {
      const body = { filter, sort, format };
      if (!isLarge) return saveFile(await (await callForResponse(eventExportEndpoints.export, { body })).blob(), `events.${format}`);
      await call(eventExportEndpoints.exportJob, { body });
      showNotice({ kind: 'info', title: 'EventLog_Export_Started' });
    },
  });
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={exportEvents.isPending} disabled={count === 0}>
          {formatMessage({ id: 'EventLog_Export' })}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isLarge && <Menu.Label>{formatMessage({ id: 'EventLog_Export_Large' }, { count, limit: LIMITS.eventExportRows })}</Menu.Label>}
        {EVENT_EXPORT_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => exportEvents.mutate(format)}>
            {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
