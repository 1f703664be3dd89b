import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../access/access.ts';
import { useAccess } from '../access/session.queries.ts';
import { SOON, useSiteChanges } from '../live/use-site-changes.ts';
import { useInTurn } from '../screen/use-in-turn.ts';
import { useViewport } from '../screen/use-viewport.ts';
import type { WidgetRegistry } from './define-widget.ts';
import { usePrintMode } from './print-mode.ts';
import { shownWidgets } from './shown-widgets.ts';
import classes from './widget.module.css';
import { Widget } from './widget.tsx';
import { refetchChanged, refetchStates } from './widget-data.queries.ts';
import { type WidgetGroup, widgetLayout } from './widget-layout.ts';

interface WidgetGridProps {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  /** Types that are on their way: their widgets have their positions already. */
  loading?: ReadonlySet<string> | undefined;
  page: WidgetPage;
  /** Who can change the settings of widgets, where this user cannot. */
  owner?: string | undefined;
  /** Leads to where settings are completed. Absent: this user cannot change them. */
  onMend?: (() => void) | undefined;
}

/** Widgets on a grid of twelve columns, fewer on a tablet, each as high as it is stored; below each other on a phone, where lists are as high as their content. */
export function WidgetGrid({ widgets, registry, loading, page, owner, onMend }: WidgetGridProps) {
  const queryClient = useQueryClient();
  const access = useAccess();
  const viewport = useViewport();
  // Paper is as wide as a desk.
  const isPrinting = usePrintMode();
  useSiteChanges((changes) => refetchChanged(queryClient, changes));
  useSiteChanges(() => refetchStates(queryClient), SOON);
  const groups = useMemo(() => {
    const visible = shownWidgets({ widgets, registry, page, can: (permission) => hasPermission(access, permission) });
    return widgetLayout(visible, isPrinting ? 'wide' : viewport, (type) => registry[type]?.frame === 'metric');
  }, [widgets, registry, page, access, viewport, isPrinting]);
  /** undefined: as high as its content */
  const rowsOf = ({ isStrip, widgets: [first], position }: WidgetGroup): number | undefined => {
    if (isStrip || !first) return undefined;
    return viewport === 'phone' && !isPrinting ? registry[first.type]?.size.phone : position.h;
  };
  return (
    <div className={classes.grid}>
      {groups.map((group, index) => {
        const rows = rowsOf(group);
        return (
          <div
            key={group.widgets[0]?.id}
            className={rows === undefined ? classes.slot : `${classes.slot} ${classes.fills}`}
            style={slotOf(group, rows)}
          >
            <Group group={group} isFirst={index === 0} registry={registry} loading={loading} page={page} owner={owner} onMend={onMend} />
          </div>
        );
      })}
    </div>
  );
}

interface GroupProps extends Omit<WidgetGridProps, 'widgets'> {
  group: WidgetGroup;
  isFirst: boolean;
}

/** Widgets of one slot. Drawn in turn: a page of many widgets never holds the browser for as long as all of them take. */
function Group({ group, isFirst, registry, loading, page, owner, onMend }: GroupProps) {
  const wanted = useMemo(() => ({ group, registry, loading, page, owner, onMend }), [group, registry, loading, page, owner, onMend]);
  const drawn = useInTurn(wanted, isFirst);
  const { isStrip, widgets } = drawn?.group ?? group;
  const draw = (stored: StoredWidget) =>
    drawn === undefined || drawn.loading?.has(stored.type) ? (
      <Loading key={stored.id} />
    ) : (
      <Widget key={stored.id} stored={stored} registry={drawn.registry} page={drawn.page} owner={drawn.owner} onMend={drawn.onMend} />
    );
  return isStrip ? <dl className={classes.strip}>{widgets.map(draw)}</dl> : widgets.map(draw);
}

/** The frame of a widget whose code is on its way. */
function Loading() {
  const { formatMessage } = useIntl();
  return (
    <section className={classes.panel} aria-busy>
      <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
    </section>
  );
}

/** @param rows - how high it is; undefined: as high as its content */
function slotOf({ position: { x, y, w, h } }: WidgetGroup, rows = h): CSSProperties {
  return { '--column': `${x + 1} / span ${w}`, '--row': `${y + 1} / span ${h}`, '--rows': rows } as CSSProperties;
}
