import type { ActualEnergy } from '../expect/actual-energy.ts';
import type { ExpectContext } from '../expect/expect-context.ts';
import type { Expectation } from '../expect/expectation.ts';
import type { Orders } from '../expect/orders.ts';
import type { GroupedSite } from '../group/group-site.ts';
import type { Silence } from './silences.ts';

export interface DetectContext extends ExpectContext {
  expectations: readonly Expectation[];
  energies: ReadonlyMap<string, ActualEnergy>;
  orders: Orders;
  /** What the grid connection leaves to sun and wind, shape (span.count). [kW] NaN: not limited */
  limit: Float64Array;
  /** Timelines without detected events. */
  reported: GroupedSite;
  /** Devices of which a controller reported events. */
  reporting: ReadonlySet<string>;
  /** By device; those that always sent have none. */
  silences: ReadonlyMap<string, Silence>;
  /** Energy generators other than batteries were expected to make and the connection could take, by device, shape (span.count). [kWh] */
  expectedAtConnection: ReadonlyMap<string, Float64Array>;
}
