import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { PeriodSelection } from '@solvane/energy/time/period';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { IconClock } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { usePeriodLabels } from '../time/use-period-labels.ts';
import classes from './widget.module.css';
import { stateWord, type WidgetState } from './widget-state.ts';

interface WidgetWordsProps {
  settings: CommonSettings;
  page: WidgetPage;
  /** undefined: there are no data. */
  state: WidgetState | undefined;
  /** The title says it already. */
  hidesPeriod?: boolean;
}

/** Beside the title: a period of its own, and the state of the data. */
export function WidgetWords({ settings: { period }, page, state, hidesPeriod }: WidgetWordsProps) {
  const word = stateWord(state ?? {}, useIntl());
  return (
    <>
      {period !== 'page' && !hidesPeriod && <OwnPeriod selection={period} page={page} />}
      {word && (
        <span className={classes.state} data-tone={word.tone}>
          <ReasonedValue reason={word.help}>{word.word}</ReasonedValue>
        </span>
      )}
    </>
  );
}

function OwnPeriod({ selection, page: { zone, nowMs } }: { selection: PeriodSelection; page: WidgetPage }) {
  const { name } = usePeriodLabels(selection, zone, nowMs);
  return (
    <span className={classes.period}>
      <IconClock size={14} aria-hidden="true" /> {name}
    </span>
  );
}
