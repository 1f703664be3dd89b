import { Button, Menu } from '@mantine/core';
import { EVENT_EXPORT_FORMATS, eventExportEndpoints } from '@solvane/contract/event-commands';
import type { EventFilter, EventSort } from '@solvane/contract/events';
import { LIMITS } from '@solvane/contract/limits';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call, callForResponse } from '../../api/call.ts';
import { saveFile } from '../../shared/files/save-file.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { showNotice } from '../../workspace/notices.ts';
import { COLUMNS, type Column, DEFAULT_COLUMNS } from './table/columns.ts';

interface ExportProps {
  filter: EventFilter;
  sort: EventSort;
  /** Events of the result. null: not known yet */
  count: number | null;
  columns: readonly Column[];
}

type Format = (typeof EVENT_EXPORT_FORMATS)[number];

/** The result as a file. */
export function ExportButton(props: ExportProps) {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: 'EventLog_Export' });
  const isPhone = useViewport() === 'phone';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          aria-label={label}
          leftSection={isPhone ? undefined : <IconDownload size={16} />}
          disabled={props.count === 0}
        >
          {isPhone ? <IconDownload size={16} /> : label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** One item per format; more events than can be waited for become a job. */
export function ExportItems({ filter, sort, count, columns }: ExportProps) {
  const { formatMessage } = useIntl();
  const isLarge = count !== null && count > LIMITS.eventExportRows;
  const exportEvents = useMutation({
    mutationFn: async (format: Format) => {
      const body = { filter, sort, format, ...(columns !== DEFAULT_COLUMNS && { columns: exportColumns(columns) }) };
      if (!isLarge) return saveFile(await (await callForResponse(eventExportEndpoints.export, { body })).blob(), `events.${format}`);
      await call(eventExportEndpoints.exportJob, { body });
      showNotice({ kind: 'info', title: 'EventLog_Export_Started' });
    },
    meta: { failedMessage: 'EventLog_Export_Failed' },
  });
  return (
    <>
      {isLarge && <Menu.Label>{formatMessage({ id: 'EventLog_Export_Large' }, { count, limit: LIMITS.eventExportRows })}</Menu.Label>}
      {EVENT_EXPORT_FORMATS.map((format) => (
        <Menu.Item key={format} disabled={exportEvents.isPending} onClick={() => exportEvents.mutate(format)}>
          {formatMessage({ id: isLarge ? 'EventLog_Export_Background' : 'EventLog_Export_As' }, { format: format.toUpperCase() })}
        </Menu.Item>
      ))}
    </>
  );
}

/** The columns of the table in their order, and what names the event. */
function exportColumns(columns: readonly Column[]) {
  return [...new Set([...columns.flatMap(({ id }) => COLUMNS[id].exports), 'eventId' as const])];
}
