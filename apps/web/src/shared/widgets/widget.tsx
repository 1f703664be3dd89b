import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { type PeriodSelection, resolvePeriod } from '@solvane/energy/time/period';
import { IconAdjustments, IconClock } from '@tabler/icons-react';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../keys/use-shortcut.ts';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { StateMessage } from '../states/state-message.tsx';
import { usePeriodLabels } from '../time/use-period-labels.ts';
import type { AnyWidget, WidgetProps, WidgetRegistry } from './define-widget.ts';
import { useIsNear } from './use-is-near.ts';
import { useWidgetData } from './use-widget-data.ts';
import { exportOf, useWidgetText } from './use-widget-text.ts';
import classes from './widget.module.css';
import { WidgetMenu } from './widget-menu.tsx';
import { WidgetCharts, WidgetTwin } from './widget-picture.tsx';
import { widgetTitle } from './widget-title.ts';

interface WidgetHostProps {
  stored: StoredWidget;
  registry: WidgetRegistry;
  page: WidgetPage;
  /** Opens the settings. Absent: they cannot be changed here. */
  onConfigure?: (() => void) | undefined;
}

/** One widget in whatever state it is. What fails in it stays in it. */
export function Widget({ stored, registry, page, onConfigure }: WidgetHostProps) {
  const definition = registry[stored.type];
  const read = useMemo(() => definition?.settings.read(stored), [definition, stored]);
  const own = useMemo(() => (read?.status === 'complete' ? pageOf(page, read.settings) : page), [page, read]);
  if (!definition || read?.status === 'newer') return <Unreadable stored={stored} problem="newer" />;
  if (read?.status !== 'complete') return <Unreadable stored={stored} problem="incomplete" />;
  const host = { definition, settings: read.settings, page: own, onConfigure };
  return (
    <ErrorBoundary>
      <Suspense fallback={<div className={classes.panel} />}>
        {definition.frame === 'panel' ? <Panel {...host} /> : <Metric {...host} />}
      </Suspense>
    </ErrorBoundary>
  );
}

interface HostProps {
  definition: AnyWidget;
  settings: { title: string; description: string; period: 'page' | PeriodSelection };
  page: WidgetPage;
  onConfigure?: (() => void) | undefined;
}

function Panel({ definition, settings, page, onConfigure }: HostProps) {
  const { formatMessage } = useIntl();
  const titleId = useId();
  const [ref, isNear] = useIsNear<HTMLElement>();
  const { data, error, isOld, retry } = useWidgetData({ definition, settings, page, isNear });
  const [asTable, setAsTable] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const text = useWidgetText();
  const title = useTitle({ definition, settings, page });
  const { View, Head } = definition;
  const canSwitch = data !== undefined && !definition.isTable;
  const toggle = (): void => setAsTable(!asTable);
  useShortcut(canSwitch && hasFocus ? 't' : undefined, toggle, 'Widget_Key_Table');
  const props = { settings, page, data: data as WidgetProps<unknown>['data'] };
  const picture = { definition, text, props };
  return (
    <section
      ref={ref}
      className={classes.panel}
      aria-labelledby={titleId}
      aria-busy={isOld}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <header className={classes.head}>
        <h2 id={titleId} title={settings.description || undefined}>
          {title}
        </h2>
        {settings.period !== 'page' && <OwnPeriod selection={settings.period} page={page} />}
        {data && Head && <Head {...props} />}
        <span className={classes.actions}>
          {canSwitch && (
            <button type="button" className={classes.headLink} onClick={toggle}>
              {formatMessage({ id: asTable ? 'Widget_AsChart' : 'Widget_AsTable' })}
            </button>
          )}
          {data && (
            <WidgetMenu
              title={title}
              hasCharts={definition.charts !== undefined}
              exported={exportOf({ definition, props, text, title })}
              asTable={asTable}
              onSwitch={canSwitch ? toggle : undefined}
              onConfigure={onConfigure}
            />
          )}
        </span>
      </header>
      <Content data={data} error={error} onRetry={retry}>
        <div className={classes.picture} data-old={isOld || undefined}>
          {asTable ? <WidgetTwin {...picture} title={title} /> : View ? <View {...props} /> : <WidgetCharts {...picture} />}
        </div>
      </Content>
    </section>
  );
}

function OwnPeriod({ selection, page: { zone, nowMs } }: { selection: PeriodSelection; page: WidgetPage }) {
  const { name } = usePeriodLabels(selection, zone, nowMs);
  return (
    <span className={classes.period}>
      <IconClock size={14} aria-hidden="true" /> {name}
    </span>
  );
}

interface ContentProps {
  data: unknown;
  error: Error | null;
  onRetry: () => void;
  children: ReactNode;
}

/** A failed refresh leaves the picture that is there. Failures of the picture itself are caught below the head. */
function Content({ data, error, onRetry, children }: ContentProps) {
  const { formatMessage } = useIntl();
  if (data)
    return (
      <ErrorBoundary>
        <Suspense fallback={<div className={classes.skeleton} />}>{children}</Suspense>
      </ErrorBoundary>
    );
  if (error) return <ErrorState error={error} title="Common_Error_Query_Title" onRetry={onRetry} />;
  return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />;
}

/** A cell of a strip: without data its number is a dash. */
function Metric({ definition, settings, page }: HostProps) {
  const [ref, isNear] = useIsNear<HTMLDivElement>();
  const { data, error } = useWidgetData({ definition, settings, page, isNear });
  const title = useTitle({ definition, settings, page });
  const { formatMessage } = useIntl();
  const { View } = definition;
  return (
    <div ref={ref} className={classes.cell}>
      {data && View ? (
        <View settings={settings} page={page} data={data} />
      ) : (
        <>
          <dt>{title}</dt>
          <dd className={classes.missing}>{error ? '—' : ''}</dd>
          <dd className={classes.note}>{error ? formatMessage({ id: 'Common_Error_Query_Title' }) : ''}</dd>
        </>
      )}
    </div>
  );
}

function useTitle({ definition, settings, page: { sites, zone } }: HostProps): string {
  const { formatMessage } = useIntl();
  if (settings.title === '') return formatMessage({ id: definition.title(settings) });
  const siteCount = formatMessage({ id: 'Widget_Sites' }, { count: sites.length });
  const values = { siteCount: String(sites.length), site: sites.length === 1 ? (sites[0]?.name ?? '') : siteCount, timezone: zone };
  return widgetTitle(settings.title, values);
}

function Unreadable({ stored: { type, version }, problem }: { stored: StoredWidget; problem: 'newer' | 'incomplete' }) {
  const { formatMessage } = useIntl();
  return (
    <section className={classes.panel}>
      <StateMessage icon={<IconAdjustments />} title={formatMessage({ id: `Widget_${problem}` })}>
        {formatMessage({ id: `Widget_${problem}_Message` }, { type, version })}
      </StateMessage>
    </section>
  );
}

/** The sites and the period that the settings name, as far as the page shows them. */
function pageOf(page: WidgetPage, { sites, period }: { sites: 'page' | readonly string[]; period: 'page' | PeriodSelection }): WidgetPage {
  return {
    ...page,
    ...(sites !== 'page' && { sites: page.sites.filter(({ siteId }) => sites.includes(siteId)) }),
    ...(period !== 'page' && { period: resolvePeriod(period, page.zone, page.nowMs) }),
  };
}
