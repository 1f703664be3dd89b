import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { PeriodSelection } from '@solvane/energy/time/period';
import { useState } from 'react';
import { useShortcut } from '../keys/use-shortcut.ts';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import { useIsNear } from './use-is-near.ts';
import { useWidgetData } from './use-widget-data.ts';
import { exportOf, useWidgetText } from './use-widget-text.ts';
import type { WidgetText } from './widget-table.ts';
import { widgetTitle } from './widget-title.ts';

/** A widget whose settings are complete, with the page as these settings narrow it. */
export interface WidgetHost {
  definition: AnyWidget;
  settings: { title: string; description: string; period: 'page' | PeriodSelection };
  page: WidgetPage;
  onConfigure?: (() => void) | undefined;
}

/** What every frame of a widget has: data with retry, the title, the table twin with its key, and the menu. */
export function useWidget<E extends HTMLElement>({ definition, settings, page, onConfigure }: WidgetHost) {
  const [ref, isNear] = useIsNear<E>();
  const { data, error, isOld, retry } = useWidgetData({ definition, settings, page, isNear });
  const [asTable, setAsTable] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const text = useWidgetText();
  const title = titleOf({ definition, settings, page }, text);
  const canSwitch = data !== undefined && !definition.isTable;
  const toggle = (): void => setAsTable(!asTable);
  useShortcut(canSwitch && hasFocus ? 't' : undefined, toggle, 'Widget_Key_Table');
  const props = { settings, page, data: data as WidgetProps<unknown>['data'] };
  return {
    ref,
    title,
    data,
    error,
    isOld,
    retry,
    asTable: asTable && canSwitch,
    /** Absent: there is nothing to switch to. */
    toggle: canSwitch ? toggle : undefined,
    picture: { definition, text, props },
    menu: (data !== undefined || onConfigure !== undefined) && {
      title,
      hasCharts: definition.charts !== undefined,
      exported: data && exportOf({ definition, props, text, title }),
      asTable,
      onSwitch: canSwitch ? toggle : undefined,
      onConfigure,
    },
    focus: { onFocus: () => setFocus(true), onBlur: () => setFocus(false) },
  };
}

function titleOf({ definition, settings, page }: WidgetHost, text: WidgetText): string {
  const { formatMessage } = text.intl;
  const { sites, zone } = page;
  if (settings.title === '') return formatMessage({ id: definition.title(settings) }, definition.titleValues?.(page, text));
  const siteCount = formatMessage({ id: 'Widget_Sites' }, { count: sites.length });
  const values = { siteCount: String(sites.length), site: sites.length === 1 ? (sites[0]?.name ?? '') : siteCount, timezone: zone };
  return widgetTitle(settings.title, values);
}
