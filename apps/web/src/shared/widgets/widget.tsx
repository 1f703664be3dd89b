import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { IconAdjustments } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { ErrorBoundary } from '../states/error-boundary.tsx';
import { StateMessage } from '../states/state-message.tsx';
import { useServerText } from '../text/use-server-text.ts';
import type { WidgetRegistry } from './define-widget.ts';
import { ownPage } from './own-page.ts';
import type { WidgetHost } from './use-widget.ts';
import classes from './widget.module.css';
import { WidgetMetric } from './widget-metric.tsx';
import { WidgetPanel } from './widget-panel.tsx';

// What a dialog is made of does not belong to the first screen.
const FullScreen = lazy(() => import('./full-screen.tsx'));

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
  const own = useMemo(
    () => (read?.status === 'complete' ? ownPage(page, read.settings, definition?.marks?.(read.settings)) : page),
    [page, read, definition],
  );
  const isMetric = definition?.frame === 'metric';
  if (!definition || read?.status !== 'complete') {
    const problem = definition && read?.status === 'incomplete' ? 'incomplete' : 'newer';
    const message = read?.status === 'incomplete' ? read.message : undefined;
    return <Unreadable stored={stored} problem={problem} message={message} isMetric={isMetric} />;
  }
  // Without any of its devices there is nothing to ask for.
  const { devices }: CommonSettings = read.settings;
  if (own.sites.length === 0 && devices.of !== 'page' && !definition.settings.without.includes('devices'))
    return <NoDevices isMetric={isMetric} />;
  const host = { id: stored.id, definition, settings: read.settings, page: own, onConfigure };
  if (isMetric) return <WidgetMetric {...host} />;
  return (
    <ErrorBoundary>
      <Suspense fallback={<div className={classes.panel} />}>
        <Framed {...host} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A panel in its position, or over the whole window. */
function Framed(host: WidgetHost) {
  const [isFull, setFull] = useState(false);
  const leave = (): void => setFull(false);
  return (
    <>
      <WidgetPanel {...host} onFullScreen={() => setFull(true)} />
      {isFull && (
        <Suspense>
          <FullScreen onLeave={leave}>
            <WidgetPanel {...host} onLeaveFullScreen={leave} />
          </FullScreen>
        </Suspense>
      )}
    </>
  );
}

function NoDevices({ isMetric }: { isMetric: boolean }) {
  const { formatMessage } = useIntl();
  const [title, message] = [formatMessage({ id: 'Widget_NoDevices' }), formatMessage({ id: 'Widget_NoDevices_Message' })];
  if (isMetric)
    return (
      <div className={classes.cell}>
        <dt>{title}</dt>
        <dd className={classes.note}>{message}</dd>
      </div>
    );
  return (
    <section className={classes.panel}>
      <StateMessage icon={<IconAdjustments />} title={title}>
        {message}
      </StateMessage>
    </section>
  );
}

/** Whether a text needs no values: the form knows the others, and says them at their field. */
function isPlain(message: string): boolean {
  return message !== 'Widget_Title_Unknown';
}

interface UnreadableProps {
  stored: StoredWidget;
  problem: 'newer' | 'incomplete';
  /** Key of the text that says what is missing or wrong. */
  message: string | undefined;
  isMetric: boolean;
}

function Unreadable({ stored: { type, version }, problem, message: own, isMetric }: UnreadableProps) {
  const serverText = useServerText();
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: `Widget_${problem}` });
  const message =
    own === undefined || !isPlain(own) ? formatMessage({ id: `Widget_${problem}_Message` }, { type, version }) : serverText(own);
  if (isMetric)
    return (
      <div className={classes.cell}>
        <dt>{title}</dt>
        <dd className={classes.note}>{message}</dd>
      </div>
    );
  return (
    <section className={classes.panel}>
      <StateMessage icon={<IconAdjustments />} title={title}>
        {message}
      </StateMessage>
    </section>
  );
}
