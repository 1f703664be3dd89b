import { useIntl } from 'react-intl';
import { useSessionUser } from '../../shared/access/session.queries.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { useIsViewing } from '../../workspace/view-as.ts';
import classes from './account.module.css';
import { AppearanceSettings } from './appearance-settings.tsx';
import { LegacyTargets } from './legacy-targets.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { ViewAs } from './view-as.tsx';

/** What the user decided about the product; what provider staff decide for everybody stands below. */
export function AccountScreen() {
  const { formatMessage } = useIntl();
  const { name, email, enterpriseName, isProvider } = useSessionUser();
  const isViewing = useIsViewing();
  return (
    <Screen title={formatMessage({ id: 'Route_account' })} subtitle={[name, email, enterpriseName].filter(Boolean).join(' · ')}>
      <div className={classes.sections}>
        <AppearanceSettings />
        <NoticeSettings />
        {(isProvider || isViewing) && <ViewAs />}
        {isProvider && <LegacyTargets />}
      </div>
    </Screen>
  );
}
