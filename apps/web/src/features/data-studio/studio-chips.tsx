import { IconAlertCircle, IconArrowBackUp, IconClock, IconX, IconZoomIn } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import classes from './data-studio.module.css';

interface StudioChipsProps {
  /** Chips of the filters, and the way to one more. */
  filters: ReactNode;
  /** The zoom in words; null: none. */
  zoomText: string | null;
  canUndoZoom: boolean;
  onUndoZoom: () => void;
  onClearZoom: () => void;
  /** Age of the newest value in words where it is late; null: it is not. */
  staleText: string | null;
  missingLines: number;
  totalLines: number;
  isReduced: boolean;
  /** The last refresh failed, the picture is older; null: it did not. */
  failure: Error | null;
  onRetry: () => void;
}

/** What narrows or qualifies the picture; what can be taken away has a cross. */
export function StudioChips({
  filters,
  zoomText,
  canUndoZoom,
  onUndoZoom,
  onClearZoom,
  staleText,
  missingLines,
  totalLines,
  isReduced,
  failure,
  onRetry,
}: StudioChipsProps) {
  const { formatMessage } = useIntl();
  const hasNotes = staleText !== null || missingLines > 0 || isReduced || failure !== null;
  return (
    <div className={classes.chips}>
      {filters}
      {zoomText !== null && (
        <span className={classes.chip}>
          <IconZoomIn size={14} stroke={1.6} aria-hidden />
          {zoomText}
          <button
            type="button"
            className={classes.remove}
            aria-label={formatMessage({ id: 'DataStudio_Zoom_Remove' })}
            onClick={onClearZoom}
          >
            <IconX size={12} stroke={1.8} aria-hidden />
          </button>
        </span>
      )}
      {canUndoZoom && (
        <button type="button" className={classes.quiet} onClick={onUndoZoom}>
          <IconArrowBackUp size={14} stroke={1.6} aria-hidden />
          {formatMessage({ id: 'DataStudio_Zoom_Undo' })}
        </button>
      )}
      {hasNotes && (
        <span className={classes.notes}>
          {missingLines > 0 && <span>{formatMessage({ id: 'DataStudio_Partial' }, { missing: missingLines, total: totalLines })}</span>}
          {isReduced && <span>{formatMessage({ id: 'DataStudio_Reduced' })}</span>}
          {failure && (
            <span className={classes.failure} role="alert">
              <IconAlertCircle size={14} stroke={1.6} aria-hidden />
              {formatMessage({ id: 'DataStudio_NotRefreshed' })}
              <button type="button" className={classes.quiet} onClick={onRetry}>
                {formatMessage({ id: 'Common_Retry' })}
              </button>
            </span>
          )}
          {staleText !== null && (
            <span className={classes.stale}>
              <IconClock size={14} stroke={1.6} aria-hidden />
              {staleText}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
