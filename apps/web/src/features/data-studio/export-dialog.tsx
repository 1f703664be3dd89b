import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { EXPORT_FORMATS, type SignalValuesRequest } from '@solvane/contract/signals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { exportCountQuery } from './data-studio.queries.ts';
import { useExportSignals } from './use-export-signals.ts';

interface ExportDialogProps {
  request: SignalValuesRequest;
  /** What is exported, in a sentence. */
  what: string;
  onClose: () => void;
}

type Format = (typeof EXPORT_FORMATS)[number];
const FORMAT_NAMES: Record<Format, string> = { csv: 'CSV', xlsx: 'Excel', parquet: 'Parquet' };

/** Says how large the export will be before it starts; it then runs in the background. */
export function ExportDialog({ request, what, onClose }: ExportDialogProps) {
  const { formatMessage } = useIntl();
  const [format, setFormat] = useState<Format>('csv');
  const [layout, setLayout] = useState<'long' | 'wide'>('long');
  const count = useQuery(exportCountQuery(request));
  const order = useExportSignals();
  const rows = count.data?.rows ?? 0;

  return (
    <Modal opened onClose={onClose} title={formatMessage({ id: 'DataStudio_Export' })} size={440}>
      <Stack gap={16}>
        <Text size="sm">{what}</Text>
        <Choice label={formatMessage({ id: 'DataStudio_Export_Format' })}>
          <SegmentedControl
            fullWidth
            aria-label={formatMessage({ id: 'DataStudio_Export_Format' })}
            value={format}
            data={EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
            onChange={(value) => setFormat(EXPORT_FORMATS.find((known) => known === value) ?? 'csv')}
          />
        </Choice>
        <Choice label={formatMessage({ id: 'DataStudio_Export_Layout' })}>
          <SegmentedControl
            fullWidth
            aria-label={formatMessage({ id: 'DataStudio_Export_Layout' })}
            value={layout}
            data={[
              { value: 'long', label: formatMessage({ id: 'DataStudio_Export_Layout_long' }) },
              { value: 'wide', label: formatMessage({ id: 'DataStudio_Export_Layout_wide' }) },
            ]}
            onChange={(value) => setLayout(value === 'wide' ? 'wide' : 'long')}
          />
        </Choice>
        <Choice label={formatMessage({ id: 'DataStudio_Export_Rows_Label' })}>
          {count.isError ? (
            <ErrorState error={count.error} onRetry={() => void count.refetch()} />
          ) : (
            <Text size="sm" role="status">
              {count.isPending && formatMessage({ id: 'DataStudio_Export_Rows_Counting' })}
              {count.isSuccess && formatMessage({ id: rows === 0 ? 'DataStudio_Export_Rows_None' : 'DataStudio_Export_Rows' }, { rows })}
            </Text>
          )}
        </Choice>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button
            disabled={rows === 0}
            loading={order.isPending}
            onClick={() => order.mutate({ request, format, layout }, { onSuccess: onClose })}
          >
            {rows === 0 ? formatMessage({ id: 'DataStudio_Export' }) : formatMessage({ id: 'DataStudio_Export_Start' }, { rows })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
