import { linkSettings } from '@solvane/contract/widgets/link';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { MessageKey } from '@solvane/i18n/messages';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { defineWidget, type WidgetProps } from '../../shared/widgets/define-widget.ts';
import { TargetLink } from '../../shared/widgets/target-link.tsx';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';
import { TARGET_PERMISSIONS, titleTarget } from '../../shared/widgets/widget-target.ts';
import classes from './link.module.css';

type LinkProps = WidgetProps<CommonSettings & { label: string; newTab: boolean }, Record<never, never>>;

const TITLE: MessageKey = 'Widget_Link';

export const linkWidget = defineWidget({
  settings: linkSettings,
  frame: 'bare',
  title: () => TITLE,
  queries: () => ({}),
  View: LinkView,
  table: (props: LinkProps, { intl: { formatMessage } }) => ({
    columns: [
      { id: 'label', header: formatMessage({ id: 'Widget_Link_Label' }) },
      { id: 'address', header: formatMessage({ id: 'Widget_Link_Address' }) },
    ],
    rows: [{ id: 'link', values: { label: labelOf(props, formatMessage), address: addressOf(props, formatMessage) } }],
  }),
});

/** A button that leads to where the settings say. Where the user may not go it says so. */
function LinkView({ settings, page }: LinkProps) {
  const { formatMessage } = useIntl();
  const access = useAccess();
  const target = titleTarget(settings.link, { settings, page, selection: undefined });
  if (!target) return <p className={classes.note}>{formatMessage({ id: 'Widget_Link_None' })}</p>;
  const label = labelOf({ settings }, formatMessage);
  const permission = TARGET_PERMISSIONS[target.to];
  if (permission !== undefined && !hasPermission(access, permission))
    return (
      <p className={classes.note}>
        <span className={classes.link} data-disabled>
          {label}
        </span>
        {formatMessage({ id: 'Common_Error_Forbidden_Message' })}
      </p>
    );
  return (
    <p className={classes.note}>
      <TargetLink target={target} inNewTab={settings.newTab} className={classes.link}>
        {label}
      </TargetLink>
    </p>
  );
}

function labelOf({ settings: { label, link } }: Pick<LinkProps, 'settings'>, formatMessage: WidgetText['intl']['formatMessage']): string {
  return label.trim() || formatMessage({ id: `Widget_Form_Link_${link.to}` });
}

function addressOf({ settings: { link } }: LinkProps, formatMessage: WidgetText['intl']['formatMessage']): string {
  if (link.to === 'url') return link.url;
  return link.to === 'dashboard' ? `/dashboards/${link.dashboardId}` : formatMessage({ id: `Widget_Form_Link_${link.to}` });
}
