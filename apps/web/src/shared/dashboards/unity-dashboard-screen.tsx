import { useIntl } from 'react-intl';
import { usePage } from '../routing/use-page.ts';
import { Screen } from '../screen/screen.tsx';
import { UnityDashboard, type UnityDashboardProps } from './unity-dashboard.tsx';

/** A screen that is one dashboard of the product. */
export function UnityDashboardScreen(props: { name: string } & Partial<UnityDashboardProps>) {
  const { formatMessage } = useIntl();
  const { title } = usePage();
  return (
    <Screen title={formatMessage({ id: title })} hideTitle>
      <UnityDashboard {...props} />
    </Screen>
  );
}
