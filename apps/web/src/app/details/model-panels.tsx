import type { Site } from '@solvane/contract/fleet';
import { IconBinaryTree } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { SiteBudgets } from '../../features/budgets/budgets-screen.tsx';
import { SiteCoefficients } from '../../features/expected-coefficients/coefficients-screen.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import type { DetailsContentProps } from './details-content.ts';
import classes from './model-panels.module.css';

/** Budgets of a site beside another screen. */
export function BudgetsPanel({ content: { siteSegmentId } }: DetailsContentProps) {
  const site = useSite(siteSegmentId);
  const [year, setYear] = useState<number>();
  if (!site) return <NoSite />;
  return (
    <div className={classes.panel}>
      <SiteBudgets key={site.siteId} site={site} year={year} onYear={setYear} />
    </div>
  );
}

/** Coefficients of a site and its devices beside another screen. */
export function CoefficientsPanel({ content: { siteSegmentId } }: DetailsContentProps) {
  const site = useSite(siteSegmentId);
  const [from, setFrom] = useState<string>();
  if (!site) return <NoSite />;
  return (
    <div className={classes.panel}>
      <SiteCoefficients key={site.siteId} site={site} from={from} onFrom={setFrom} />
    </div>
  );
}

/** The only site needs not be named. */
function useSite(siteSegmentId: string | undefined): Site | undefined {
  const { allSites } = useFleet();
  return allSites.find((site) => site.siteSegmentId === siteSegmentId) ?? (allSites.length === 1 ? allSites[0] : undefined);
}

function NoSite() {
  const { formatMessage } = useIntl();
  return <StateMessage icon={<IconBinaryTree />} title={formatMessage({ id: 'Details_ChooseSite' })} role="status" />;
}
