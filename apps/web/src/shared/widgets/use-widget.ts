import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { fillTitle } from '@solvane/contract/widgets/widget-title';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { hasPermission } from '../access/access.ts';
import { useAccess } from '../access/session.queries.ts';
import { useShortcut } from '../keys/use-shortcut.ts';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import { heldPage } from './held-page.ts';
import { pageTitleValues } from './title-values.ts';
import { useIsNear } from './use-is-near.ts';
import { useWidgetData } from './use-widget-data.ts';
import { exportOf, useWidgetText } from './use-widget-text.ts';
import type { WidgetText } from './widget-table.ts';
import { menuTargets, TARGET_PERMISSIONS, titleTarget, type WidgetTarget } from './widget-target.ts';

/** A widget whose settings are complete, with the page as these settings narrow it. */
export interface WidgetHost {
  definition: AnyWidget;
  settings: CommonSettings;
  page: WidgetPage;
  onConfigure?: (() => void) | undefined;
  /** Its part of the address: a copied link leads to it. */
  id: string;
  /** Shows it over the whole window, and back; both absent: it has one size only. */
  onFullScreen?: (() => void) | undefined;
  onLeaveFullScreen?: (() => void) | undefined;
  /** Reads the data in steps that suit the period, where there was too much. Absent: they are that already */
  onAutoResolution?: (() => void) | undefined;
}

/** What every frame of a widget has: data with retry, the title, the table twin with its key, and the menu. */
export function useWidget<E extends HTMLElement>({
  id,
  definition,
  settings,
  page: given,
  onConfigure,
  onFullScreen,
  onLeaveFullScreen,
}: WidgetHost) {
  const access = useAccess();
  const [ref, isNear] = useIsNear<E>();
  const page = useHeldPage(given, { refresh: settings.refresh, isNear });
  const { data, error, isOld, offlineSinceMs, retry } = useWidgetData({ definition, settings, page, isNear });
  const [asTable, setAsTable] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const text = useWidgetText();
  const title = widgetTitle({ definition, settings, page }, text);
  const request = { settings, page, selection: definition.selection?.(settings, page) };
  const isAllowed = ({ to }: WidgetTarget) => {
    const permission = TARGET_PERMISSIONS[to];
    return permission === undefined || hasPermission(access, permission);
  };
  const target = titleTarget(settings.link, request);
  useArrival(id, ref);
  const canSwitch = data !== undefined && !definition.isTable;
  const toggle = (): void => setAsTable(!asTable);
  useShortcut(canSwitch && hasFocus ? 't' : undefined, toggle, 'Widget_Key_Table');
  const props = useMemo(() => ({ settings, page, data: data as WidgetProps<CommonSettings>['data'] }), [settings, page, data]);
  const state = useMemo(() => data && definition.state?.(props), [data, definition, props]);
  return {
    ref,
    page,
    title,
    /** The title names the period of the widget's own. */
    namesPeriod: settings.title === '' && definition.namesPeriod?.(settings) === true,
    /** Where the title leads; undefined: nowhere. */
    target: target && isAllowed(target) ? target : undefined,
    data,
    error,
    isOld,
    /** Of the data; undefined: there are none. */
    state: data && { ...state, offlineSinceMs },
    retry,
    asTable: asTable && canSwitch,
    /** Absent: there is nothing to switch to. */
    toggle: canSwitch ? toggle : undefined,
    picture: { definition, text, props },
    menu: {
      title,
      hasCharts: definition.charts !== undefined || definition.timePlots !== undefined,
      id,
      targets: menuTargets(request).filter(isAllowed),
      exported: data && (() => exportOf({ definition, props, text, title })),
      asTable,
      onSwitch: canSwitch ? toggle : undefined,
      onConfigure,
      onFullScreen,
      onLeaveFullScreen,
    },
    focus: { onFocus: () => setFocus(true), onBlur: () => setFocus(false) },
  };
}

function useHeldPage(given: WidgetPage, options: Parameters<typeof heldPage>[2]): WidgetPage {
  const [held, hold] = useState(given);
  const page = heldPage(held, given, options);
  // Follows what it is given, except for what is to stay: there is no event of its own.
  if (page !== held) hold(page);
  return page;
}

/** A copied link leads to its widget. */
function useArrival(id: string, ref: RefObject<HTMLElement | null>): void {
  // The browser scrolls by itself only to what is there when the page comes.
  useEffect(() => {
    if (window.location.hash === `#${encodeURIComponent(id)}`) ref.current?.scrollIntoView();
  }, [id, ref]);
}

/** As it stands in the head. */
export function widgetTitle(
  { definition, settings, page }: Pick<WidgetHost, 'definition' | 'settings' | 'page'>,
  text: WidgetText,
): string {
  const own = definition.titleValues?.(settings, page, text);
  if (settings.title === '') return text.intl.formatMessage({ id: definition.title(settings) }, own);
  return fillTitle(settings.title, { ...pageTitleValues(page, text), ...own });
}
