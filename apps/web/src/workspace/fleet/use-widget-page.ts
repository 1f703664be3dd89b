import type { Site } from '@solvane/contract/fleet';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { useQuery } from '@tanstack/react-query';
import { commonZone } from '../../shared/fleet/fleet-zone.ts';
import { siteStatusQuery } from '../../shared/fleet/site-status.queries.ts';
import { usePeriod } from '../period.ts';
import { useNowMs } from '../refresh.ts';
import { usePowerDevices } from './power-devices.ts';
import type { Fleet } from './use-fleet.ts';

/** What a page gives its widgets: sites, and the period of the address. undefined: the clock of the server is not known yet */
export function useWidgetPage(sites: readonly Site[], enterprises: Fleet['enterprises']): WidgetPage | undefined {
  const status = useQuery(siteStatusQuery());
  const nowMs = useNowMs();
  const zone = commonZone(sites.map(({ metadata }) => metadata.timezone));
  const period = usePeriod(zone);
  const powerDeviceIds = usePowerDevices(sites);
  // The month of the figures follows the clock of the server.
  if (!status.isFetched) return undefined;
  return { sites, enterprises, period, zone, nowMs: status.data?.nowMs ?? nowMs, powerDeviceIds };
}
