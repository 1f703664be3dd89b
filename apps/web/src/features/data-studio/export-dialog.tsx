import { EXPORT_FORMATS, type SignalValuesRequest } from '@solvane/contract/signals';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './data-studio.module.css';
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
    <FormDialog
      title={formatMessage({ id: 'DataStudio_Export' })}
      submitLabel={rows === 0 ? formatMessage({ id: 'DataStudio_Export' }) : formatMessage({ id: 'DataStudio_Export_Start' }, { rows })}
      isDisabled={rows === 0}
      isBusy={order.isPending}
      onClose={onClose}
      onSubmit={() => order.mutate({ request, format, layout }, { onSuccess: onClose })}
    >
      <p>{what}</p>
      <Choice label={formatMessage({ id: 'DataStudio_Export_Format' })}>
        <Segments
          isWide
          label={formatMessage({ id: 'DataStudio_Export_Format' })}
          value={format}
          options={EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
          onChange={setFormat}
        />
      </Choice>
      <Choice label={formatMessage({ id: 'DataStudio_Export_Layout' })}>
        <Segments
          isWide
          label={formatMessage({ id: 'DataStudio_Export_Layout' })}
          value={layout}
          options={(['long', 'wide'] as const).map((value) => ({
            value,
            label: formatMessage({ id: `DataStudio_Export_Layout_${value}` }),
          }))}
          onChange={setLayout}
        />
      </Choice>
      <Choice label={formatMessage({ id: 'DataStudio_Export_Rows_Label' })}>
        {count.isError ? (
          <ErrorState error={count.error} onRetry={() => void count.refetch()} />
        ) : (
          <p role="status">
            {count.isPending && formatMessage({ id: 'DataStudio_Export_Rows_Counting' })}
            {count.isSuccess && formatMessage({ id: rows === 0 ? 'DataStudio_Export_Rows_None' : 'DataStudio_Export_Rows' }, { rows })}
          </p>
        )}
      </Choice>
    </FormDialog>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className={classes.choiceLabel}>{label}</p>
      {children}
    </div>
  );
}
