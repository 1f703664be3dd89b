import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { instantOf, readMoment, toTypedTime } from '../../../shared/time/local-moment.ts';
import { LocalTimeField } from '../../../shared/time/local-time-field.tsx';

interface OverlayDialogProps {
  /** What is proposed: the period before the one on screen. */
  startMs: number;
  zone: string;
  onAdd: (startMs: number) => void;
  onClose: () => void;
}

/** Where another range begins that is laid over the chart. */
export function OverlayDialog({ startMs, zone, onAdd, onClose }: OverlayDialogProps) {
  const { formatMessage } = useIntl();
  const [initial] = useState(() => toTypedTime(startMs, zone));
  const [value, setValue] = useState(initial);
  const chosenMs = instantOf(readMoment(value, zone));
  return (
    <FormDialog
      title={formatMessage({ id: 'DataStudio_Overlay_Title' })}
      submitLabel={formatMessage({ id: 'DataStudio_Overlay_Add' })}
      isDisabled={chosenMs === undefined}
      isEdited={JSON.stringify(value) !== JSON.stringify(initial)}
      onClose={onClose}
      onSubmit={() => {
        if (chosenMs === undefined) return;
        onAdd(chosenMs);
        onClose();
      }}
    >
      <LocalTimeField label={formatMessage({ id: 'DataStudio_Overlay_Start' })} zone={zone} value={value} onChange={setValue} />
      <p>{formatMessage({ id: 'DataStudio_Overlay_Help' })}</p>
    </FormDialog>
  );
}
