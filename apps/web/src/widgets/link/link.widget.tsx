import { linkSettings } from '@solvane/contract/widgets/link';
import type { MessageKey } from '@solvane/i18n/messages';
import { lazy } from 'react';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

import { type LinkProps, labelOf } from './link-label.ts';

const TITLE: MessageKey = 'Widget_Link';

export const linkWidget = defineWidget({
  settings: linkSettings,
  catalogue: { name: 'Widget_Type_link', about: 'Widget_About_link' },
  size: { least: [2, 1], initial: [2, 1] },
  frame: 'bare',
  title: () => TITLE,
  queries: () => ({}),
  View: lazy(() => import('./link-view.tsx')),
  table: (props: LinkProps, { intl: { formatMessage } }) => ({
    columns: [
      { id: 'label', header: formatMessage({ id: 'Widget_Link_Label' }) },
      { id: 'address', header: formatMessage({ id: 'Widget_Link_Address' }) },
    ],
    rows: [{ id: 'link', values: { label: labelOf(props, formatMessage), address: addressOf(props, formatMessage) } }],
  }),
});

function addressOf({ settings: { link } }: LinkProps, formatMessage: WidgetText['intl']['formatMessage']): string {
  if (link.to === 'url') return link.url;
  return link.to === 'dashboard' ? `/dashboards/${link.dashboardId}` : formatMessage({ id: `Widget_Form_Link_${link.to}` });
}
