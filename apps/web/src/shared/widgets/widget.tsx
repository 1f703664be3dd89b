import { Button } from '@mantine/core';
import { isReserved } from '@solvane/contract/widgets/reserved-types';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings, StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { TITLE_PLACEHOLDERS, unknownPlaceholders } from '@solvane/contract/widgets/widget-title';
import { IconAdjustments, IconClockHour4 } from '@tabler/icons-react';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
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
  /** Leads to where settings are completed, where they cannot be opened here. */
  onMend?: (() => void) | undefined;
  /** Who can change the settings, where this user cannot. */
  owner?: string | undefined;
}

/** One widget in whatever state it is. What fails in it stays in it. A page that is drawn again leaves those as they are that show the same. */
export const Widget = memo(function Widget({ stored, registry, page, onConfigure, onMend, owner }: WidgetHostProps) {
  const definition = registry[stored.type];
  const read = useMemo(() => definition?.settings.read(stored), [definition, stored]);
  const own = useMemo(
    () => (read?.status === 'complete' ? ownPage(page, read.settings, definition?.marks?.(read.settings)) : page),
    [page, read, definition],
  );
  const isMetric = definition?.frame === 'metric';
  if (!definition || read?.status !== 'complete') {
    if (isReserved(stored.type)) return <ComingSoon />;
    const problem = definition && read?.status === 'incomplete' ? 'incomplete' : 'newer';
    const message = read?.status === 'incomplete' ? read.message : undefined;
    const mend = problem === 'incomplete' ? { onConfigure: onConfigure ?? onMend, owner } : {};
    return <Unreadable stored={stored} problem={problem} message={message} isMetric={isMetric} {...mend} />;
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
});

/** A panel in its position, or over the whole window. */
function Framed(host: WidgetHost) {
  const [isFull, setFull] = useState(false);
  const [isAuto, setAuto] = useState(false);
  const panel = {
    ...host,
    ...(isAuto && { settings: { ...host.settings, resolution: 'auto' } }),
    // What was too much is asked for again in steps that suit the period; the stored settings stay.
    onAutoResolution: !isAuto && hasOwnResolution(host.settings) ? () => setAuto(true) : undefined,
  };
  const leave = (): void => setFull(false);
  return (
    <>
      <WidgetPanel {...panel} onFullScreen={() => setFull(true)} />
      {isFull && (
        <Suspense>
          <FullScreen onLeave={leave}>
            <WidgetPanel {...panel} onLeaveFullScreen={leave} />
          </FullScreen>
        </Suspense>
      )}
    </>
  );
}

function hasOwnResolution(settings: object): boolean {
  return 'resolution' in settings && settings.resolution !== 'auto';
}

/** A type that this product knows by name and cannot draw yet. */
function ComingSoon() {
  const { formatMessage } = useIntl();
  return (
    <section className={classes.panel}>
      <StateMessage icon={<IconClockHour4 />} title={formatMessage({ id: 'Page_ComingSoon_Title' })} />
    </section>
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

interface UnreadableProps {
  stored: StoredWidget;
  problem: 'newer' | 'incomplete';
  /** Key of the text that says what is missing or wrong. */
  message: string | undefined;
  isMetric: boolean;
  onConfigure?: (() => void) | undefined;
  owner?: string | undefined;
}

function Unreadable({ stored: { type, version, settings }, problem, message: own, isMetric, onConfigure, owner }: UnreadableProps) {
  const serverText = useServerText();
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: `Widget_${problem}` });
  const message =
    own === undefined ? formatMessage({ id: `Widget_${problem}_Message` }, { type, version }) : serverText(own, titleProblem(settings));
  const ask = onConfigure === undefined && owner !== undefined ? formatMessage({ id: 'Widget_AskOwner' }, { owner }) : undefined;
  const configure = onConfigure && (
    <Button variant="default" size="xs" onClick={onConfigure}>
      {formatMessage({ id: 'Widget_Configure' })}
    </Button>
  );
  if (isMetric)
    return (
      <div className={classes.cell}>
        <dt>{title}</dt>
        <dd className={classes.note}>
          {message} {ask} {configure}
        </dd>
      </div>
    );
  return (
    <section className={classes.panel}>
      <StateMessage icon={<IconAdjustments />} title={title} actions={configure}>
        {message} {ask}
      </StateMessage>
    </section>
  );
}

/** Values in the message about a title with a placeholder that there is none of. */
function titleProblem({ title }: StoredWidget['settings']): { name: string; names: string } {
  const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');
  return { name: inBraces(typeof title === 'string' ? unknownPlaceholders(title) : []), names: inBraces(TITLE_PLACEHOLDERS) };
}
