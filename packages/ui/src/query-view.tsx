import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './query-view.module.css';

/** What a query has at the moment, whichever library asks. */
export interface QueryState<Data> {
  /** undefined: nothing has arrived yet. Data of an earlier request stay while the next one is under way. */
  data: Data | undefined;
  /** undefined or null: none. */
  error?: unknown;
  /** A request is under way. */
  isFetching?: boolean;
  /** The data belong to the request before this one: they are drawn dimmed. */
  isPrevious?: boolean;
}

/** One line; undefined: nothing is to note. */
type Note<Data> = string | undefined | ((data: Data) => string | undefined);

export interface QueryViewProps<Data> {
  state: QueryState<Data>;
  /** Read out while nothing has arrived yet, and while earlier data are dimmed. */
  loadingLabel: string;
  /** Final layout in grey, after 300 ms. Default: three lines. */
  skeleton?: ReactNode;
  isEmpty?: ((data: Data) => boolean) | undefined;
  /** Why there is nothing, and the next action. */
  empty?: ReactNode;
  /** Above the data: part of them could not be read. */
  partial?: Note<Data>;
  /** Above the data: they are older than they should be. */
  stale?: Note<Data>;
  /** A failure in words, with what can be done about it; no permission is a failure too. `hasData`: earlier data stay below it. */
  renderError: (error: unknown, context: { hasData: boolean }) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** Draws a query in each of its states, so that a screen only draws the data. */
export function QueryView<Data>({
  state,
  loadingLabel,
  skeleton,
  isEmpty,
  empty,
  partial,
  stale,
  renderError,
  children,
}: QueryViewProps<Data>) {
  const { data, error, isFetching = false, isPrevious = false } = state;
  const hasError = error !== undefined && error !== null;
  if (data === undefined) {
    if (hasError) return renderError(error, { hasData: false });
    return (
      <div className={classes.loading} role="status" aria-busy="true" aria-label={loadingLabel}>
        {skeleton ?? <SkeletonLines />}
      </div>
    );
  }
  const isNothing = isEmpty?.(data) ?? false;
  const notes = [stale, partial].map((note) => (typeof note === 'function' ? note(data) : note)).filter((note) => note !== undefined);
  return (
    <>
      {hasError && renderError(error, { hasData: true })}
      {notes.map((note) => (
        <p key={note} className={classes.note} role="status">
          <IconAlertTriangle aria-hidden="true" />
          {note}
        </p>
      ))}
      <div className={classes.data} aria-busy={isFetching} data-previous={isPrevious || undefined}>
        {isNothing ? empty : children(data)}
      </div>
      {isPrevious && (
        <span className={classes.unseen} role="status">
          {loadingLabel}
        </span>
      )}
    </>
  );
}

/** Lines of text that are not there yet. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  return (
    <div className={classes.lines} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all alike
        <span key={index} />
      ))}
    </div>
  );
}
