import { IconHistory, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import classes from '../data-studio.module.css';

interface OverlayChipsProps {
  starts: readonly number[];
  timeText: (startMs: number) => string;
  onRemove: (startMs: number) => void;
}

/** Ranges that lie over the chart, each with the way to take it off. */
export function OverlayChips({ starts, timeText, onRemove }: OverlayChipsProps) {
  const { formatMessage } = useIntl();
  return starts.map((startMs) => {
    const time = timeText(startMs);
    return (
      <span key={startMs} className={classes.chip}>
        <IconHistory size={14} stroke={1.6} aria-hidden />
        {formatMessage({ id: 'DataStudio_Overlay_From' }, { time })}
        <button
          type="button"
          className={classes.remove}
          aria-label={formatMessage({ id: 'DataStudio_Overlay_Remove' }, { time })}
          onClick={() => onRemove(startMs)}
        >
          <IconX size={12} stroke={1.8} aria-hidden />
        </button>
      </span>
    );
  });
}
