import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { fillTitle } from '@solvane/contract/widgets/widget-title';
import { useState } from 'react';
import { useShortcut } from '../keys/use-shortcut.ts';
import type { AnyWidget, WidgetProps } from './define-widget.ts';
import { pageTitleValues } from './title-values.ts';
import { useIsNear } from './use-is-near.ts';
import { useWidgetData } from './use-widget-data.ts';
import { exportOf, useWidgetText } from './use-widget-text.ts';
import type { WidgetText } from './widget-table.ts';

/** A widget whose settings are complete, with the page as these settings narrow it. */
export interface WidgetHost {
  definition: AnyWidget;
  settings: CommonSettings;
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
  const props = { settings, page, data: data as WidgetProps<CommonSettings>['data'] };
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
  const own = definition.titleValues?.(settings, page, text);
  if (settings.title === '') return text.intl.formatMessage({ id: definition.title(settings) }, own);
  return fillTitle(settings.title, { ...pageTitleValues(page, text), ...own });
}
