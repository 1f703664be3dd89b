import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { toErrorText } from '../states/error-text.ts';
import { WidgetTwin } from './lazy-picture.ts';
import { MissingValues } from './missing-value.tsx';
import { TargetLink } from './target-link.tsx';
import { useWidget, type WidgetHost } from './use-widget.ts';
import classes from './widget.module.css';
import { WidgetMenu } from './widget-menu.tsx';
import { WidgetWords } from './widget-words.tsx';

/** A cell of a strip: without data its number is a dash. As a table it takes a row of the strip. */
export function WidgetMetric(host: WidgetHost) {
  const { ref, page, title, namesPeriod, target, state, data, error, isOld, retry, asTable, menu, picture, focus } =
    useWidget<HTMLDivElement>(host);
  const { View } = host.definition;
  return (
    <div ref={ref} className={classes.cell} data-table={asTable || undefined} aria-busy={isOld} {...focus}>
      <dt title={host.settings.description || undefined}>
        {target ? <TargetLink target={target}>{title}</TargetLink> : title}
        <WidgetWords settings={host.settings} page={page} state={state} hidesPeriod={namesPeriod} />
      </dt>
      <dd className={classes.picture} data-old={isOld || undefined}>
        <ErrorBoundary>
          <Suspense>
            {data && asTable && <WidgetTwin {...picture} title={title} />}
            {data && !asTable && View && (
              <MissingValues settings={host.settings}>
                <View {...picture.props} />
              </MissingValues>
            )}
          </Suspense>
        </ErrorBoundary>
        {!data && <Missing error={error} onRetry={retry} />}
      </dd>
      <dd className={classes.cellMenu}>
        <WidgetMenu {...menu} />
      </dd>
    </div>
  );
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { formatMessage } = useIntl();
  if (!error) return <div className={classes.missing} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
  const { message, values, canRetry } = toErrorText(error, 'part');
  return (
    <div role="alert">
      <div className={classes.missing}>
        <ReasonedValue reason={formatMessage({ id: message }, values)} />
      </div>
      <div className={classes.note}>
        {formatMessage({ id: 'Common_Error_Query_Title' })}{' '}
        {canRetry && (
          <button type="button" className={classes.headLink} onClick={onRetry}>
            {formatMessage({ id: 'Common_Retry' })}
          </button>
        )}
      </div>
    </div>
  );
}
