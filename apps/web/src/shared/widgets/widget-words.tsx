import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { PeriodSelection } from '@solvane/energy/time/period';
import { IconClock } from '@tabler/icons-react';
import { usePeriodLabels } from '../time/use-period-labels.ts';
import classes from './widget.module.css';

interface WidgetWordsProps {
  settings: CommonSettings;
  page: WidgetPage;
}

/** Beside the title: what differs from the page, and the state of the data. */
export function WidgetWords({ settings: { period }, page }: WidgetWordsProps) {
  return period !== 'page' && <OwnPeriod selection={period} page={page} />;
}

function OwnPeriod({ selection, page: { zone, nowMs } }: { selection: PeriodSelection; page: WidgetPage }) {
  const { name } = usePeriodLabels(selection, zone, nowMs);
  return (
    <span className={classes.period}>
      <IconClock size={14} aria-hidden="true" /> {name}
    </span>
  );
}
