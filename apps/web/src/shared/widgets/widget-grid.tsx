import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQueryClient } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useMemo } from 'react';
import { hasPermission } from '../access/access.ts';
import { useAccess } from '../access/session.queries.ts';
import { SOON, useSiteChanges } from '../live/use-site-changes.ts';
import type { WidgetRegistry } from './define-widget.ts';
import { shownWidgets } from './shown-widgets.ts';
import classes from './widget.module.css';
import { Widget } from './widget.tsx';
import { refetchChanged, refetchStates } from './widget-data.queries.ts';

interface WidgetGridProps {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  page: WidgetPage;
}

/** Widgets on a grid of twelve columns; on a phone one below the other. A row grows where the content of a widget needs it. */
export function WidgetGrid({ widgets, registry, page }: WidgetGridProps) {
  const queryClient = useQueryClient();
  const access = useAccess();
  useSiteChanges((changes) => refetchChanged(queryClient, changes));
  useSiteChanges(() => refetchStates(queryClient), SOON);
  const groups = useMemo(() => {
    const visible = shownWidgets({ widgets, registry, page }).filter(({ type }) => {
      const permission = registry[type]?.permission;
      return permission === undefined || hasPermission(access, permission);
    });
    return groupStrips(visible, (type) => registry[type]?.frame === 'metric');
  }, [widgets, registry, page, access]);
  return (
    <div className={classes.grid}>
      {groups.map((group) => (
        <div key={group[0]?.id} className={classes.slot} style={slotOf(group)}>
          {registry[group[0]?.type ?? '']?.frame === 'metric' ? (
            <dl className={classes.strip}>
              {group.map((stored) => (
                <Widget key={stored.id} stored={stored} registry={registry} page={page} />
              ))}
            </dl>
          ) : (
            group.map((stored) => <Widget key={stored.id} stored={stored} registry={registry} page={page} />)
          )}
        </div>
      ))}
    </div>
  );
}

/** Metrics in one row with one height stand in one strip; every other widget stands alone. From top to bottom, from left to right. */
function groupStrips(widgets: readonly StoredWidget[], isMetric: (type: string) => boolean): StoredWidget[][] {
  const sorted = widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  const keyOf = ({ id, type, position: { y, h } }: StoredWidget) => (isMetric(type) ? `strip ${y} ${h}` : id);
  return [...Map.groupBy(sorted, keyOf).values()];
}

function slotOf(group: readonly StoredWidget[]): CSSProperties {
  const starts = group.map(({ position: { x } }) => x);
  const ends = group.map(({ position: { x, w } }) => x + w);
  const [first] = group;
  const x = Math.min(...starts);
  const h = first?.position.h ?? 1;
  return {
    '--column': `${x + 1} / span ${Math.max(...ends) - x}`,
    '--row': `${(first?.position.y ?? 0) + 1} / span ${h}`,
    '--order': Math.min(...group.map(({ phoneOrder }) => phoneOrder)),
  } as CSSProperties;
}
