import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { TargetLink } from '../../shared/widgets/target-link.tsx';
import { TARGET_PERMISSIONS, titleTarget } from '../../shared/widgets/widget-target.ts';
import classes from './link.module.css';
import { type LinkProps, labelOf } from './link-label.ts';

/** A button that leads to where the settings say. Where the user may not go it says so. */
export default function LinkView({ settings, page }: LinkProps) {
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
