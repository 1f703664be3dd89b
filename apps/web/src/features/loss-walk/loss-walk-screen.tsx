import { useIntl } from 'react-intl';
import { Screen } from '../../shared/screen/screen.tsx';
import type { LossWalkSearch } from './loss-walk-search.ts';
import { LossWalkView } from './loss-walk-view.tsx';

interface LossWalkScreenProps {
  search: LossWalkSearch;
  onSearch: (search: LossWalkSearch) => void;
}

/** From budget or theory to the grid meter of a site, over the period in view. */
export function LossWalkScreen({ search, onSearch }: LossWalkScreenProps) {
  const { formatMessage } = useIntl();
  return (
    <Screen title={formatMessage({ id: 'Route_loss-walk' })} subtitle={formatMessage({ id: 'LossWalk_Subtitle' })}>
      <LossWalkView search={search} onSearch={onSearch} />
    </Screen>
  );
}
