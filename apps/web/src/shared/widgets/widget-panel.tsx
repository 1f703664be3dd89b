import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { type ReactNode, Suspense, useId, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useInTurn } from '../screen/use-in-turn.ts';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { WidgetCharts, WidgetTwin } from './lazy-picture.ts';
import { MissingValues } from './missing-value.tsx';
import { TargetLink } from './target-link.tsx';
import { useWidget, type WidgetHost } from './use-widget.ts';
import classes from './widget.module.css';
import { WidgetMenu } from './widget-menu.tsx';
import { WidgetWords } from './widget-words.tsx';

/** A widget with a head of its own. */
export function WidgetPanel(host: WidgetHost) {
  const { formatMessage } = useIntl();
  const titleId = useId();
  const { ref, page, title, target, state, data, error, isOld, retry, asTable, toggle, menu, picture, focus } =
    useWidget<HTMLElement>(host);
  const { Head } = host.definition;
  const content = (
    <Content data={data} error={error} onRetry={retry} onAutoResolution={host.onAutoResolution}>
      <div className={classes.picture} data-old={isOld || undefined}>
        <MissingValues settings={host.settings}>
          <Picture {...picture} title={title} asTable={asTable} />
        </MissingValues>
      </div>
    </Content>
  );
  if (host.definition.frame === 'bare')
    return (
      <section ref={ref} className={classes.bare} aria-label={title} aria-busy={isOld} {...focus}>
        {content}
        <div className={classes.cellMenu}>
          <WidgetMenu {...menu} />
        </div>
      </section>
    );
  return (
    <section ref={ref} className={classes.panel} aria-labelledby={titleId} aria-busy={isOld} {...focus}>
      <header className={classes.head}>
        <h2 id={titleId} title={host.settings.description || undefined}>
          {target ? <TargetLink target={target}>{title}</TargetLink> : title}
        </h2>
        <WidgetWords settings={host.settings} page={page} state={state} />
        {data && Head && <Head {...picture.props} />}
        <span className={classes.actions}>
          {toggle && (
            <button type="button" className={classes.headLink} onClick={toggle}>
              {formatMessage({ id: asTable ? 'Widget_AsChart' : 'Widget_AsTable' })}
            </button>
          )}
          <WidgetMenu {...menu} />
        </span>
      </header>
      {content}
    </section>
  );
}

type PictureProps = Pick<ReturnType<typeof useWidget>, 'title' | 'asTable'> & ReturnType<typeof useWidget>['picture'];

/** Drawn in turn, because data of many widgets come at once. */
function Picture({ definition: present, text, props: given, title, asTable }: PictureProps) {
  // Data belong to the type that asked for them.
  const wanted = useMemo(() => ({ definition: present, props: given }), [present, given]);
  const drawn = useInTurn(wanted);
  if (!drawn) return <div className={classes.skeleton} aria-busy />;
  const { definition, props } = drawn;
  if (asTable) return <WidgetTwin definition={definition} text={text} props={props} title={title} />;
  return definition.View ? <definition.View {...props} /> : <WidgetCharts definition={definition} text={text} props={props} />;
}

interface ContentProps {
  data: unknown;
  error: Error | null;
  onRetry: () => void;
  onAutoResolution: (() => void) | undefined;
  children: ReactNode;
}

/** More devices, signals or data points than the server answers at once. */
function isTooMuch(error: Error): boolean {
  return error instanceof AppError && error.code.startsWith('signals.tooMany');
}

/** A failed refresh leaves the picture that is there. Failures of the picture itself are caught below the head. */
function Content({ data, error, onRetry, onAutoResolution, children }: ContentProps) {
  const { formatMessage } = useIntl();
  if (data)
    return (
      <ErrorBoundary>
        <Suspense fallback={<div className={classes.skeleton} />}>{children}</Suspense>
      </ErrorBoundary>
    );
  if (error && isTooMuch(error))
    return (
      <ErrorState error={error} title="Widget_TooMuch" onRetry={onRetry}>
        {onAutoResolution && (
          <Button variant="default" size="xs" onClick={onAutoResolution}>
            {formatMessage({ id: 'Widget_AutoResolution' })}
          </Button>
        )}
      </ErrorState>
    );
  if (error) return <ErrorState error={error} title="Common_Error_Query_Title" onRetry={onRetry} />;
  return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
}
