import { LIMITS } from '@solvane/contract/limits';
import { costLevel, costOf, type WidgetCost } from '@solvane/contract/widgets/widget-cost';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import type { AnyWidget, WidgetQueries } from './define-widget.ts';
import { ownPage } from './own-page.ts';
import classes from './widget-form.module.css';
import type { WidgetText } from './widget-table.ts';

interface CostMeterProps {
  definition: AnyWidget;
  stored: StoredWidget;
  page: WidgetPage;
}

/** How much a widget reads with the settings of its form. Nothing to read, nothing to show. */
export function CostMeter({ definition, stored, page }: CostMeterProps) {
  const intl = useIntl();
  const read = definition.settings.read(stored);
  if (read.status !== 'complete') return null;
  const own = ownPage(page, read.settings, definition.marks?.(read.settings));
  const needed: WidgetQueries = definition.queries(read.settings, own);
  const optional: WidgetQueries = definition.optionalQueries?.(read.settings, own) ?? {};
  const cost = costOf([...Object.values(needed), ...Object.values(optional)], own);
  if (cost.points === 0) return null;
  const { points, series } = cost;
  const allowed = LIMITS.datapointsPerResponse;
  const level = costLevel(cost);
  return (
    <div className={classes.cost} data-level={level} role="status">
      <p>
        {series
          ? intl.formatMessage({ id: 'Widget_Cost_Series' }, { points, allowed, ...series })
          : intl.formatMessage({ id: 'Widget_Cost' }, { points, allowed })}
      </p>
      {warningsOf(cost, intl).map((text) => (
        <p key={text}>
          <IconAlertTriangle size={14} aria-hidden="true" /> {text}
        </p>
      ))}
    </div>
  );
}

/** Each limit that the widget exceeds, with both counts. */
function warningsOf({ points, series }: WidgetCost, { formatMessage }: Pick<WidgetText['intl'], 'formatMessage'>): string[] {
  const counts = [
    { id: 'Signals_TooManyDevices_Message', requested: series?.devices ?? 0, allowed: LIMITS.selectedDevices },
    { id: 'Signals_TooManySignals_Message', requested: series?.signals ?? 0, allowed: LIMITS.selectedSignals },
    { id: 'Signals_TooManyDatapoints_Message', requested: points, allowed: LIMITS.datapointsPerResponse },
  ] as const;
  return counts.filter(({ requested, allowed }) => requested > allowed).map(({ id, ...values }) => formatMessage({ id }, values));
}
