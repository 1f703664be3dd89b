import classes from './pane.module.css';

interface PaneFooterProps {
  count: string;
  limit: string;
  clearLabel: string;
  /** undefined: nothing to clear. */
  onClear: (() => void) | undefined;
}

/** `n selected of limit`, and how to start again. */
export function PaneFooter({ count, limit, clearLabel, onClear }: PaneFooterProps) {
  return (
    <footer className={classes.footer}>
      <span aria-live="polite">
        <strong>{count}</strong> {limit}
      </span>
      {onClear && (
        <button type="button" className={classes.clear} onClick={onClear}>
          {clearLabel}
        </button>
      )}
    </footer>
  );
}
