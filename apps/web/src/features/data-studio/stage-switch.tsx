import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { signalDefinitionsQuery } from '../../shared/signals/definitions.queries.ts';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { replaceSignals } from '../../workspace/signal-selection.ts';
import classes from './data-studio.module.css';
import { stageChoices } from './stages.ts';

/** Shows the chosen quantities as they came, as they were judged and as they should have been, as far as these exist. */
export function StageSwitch({ segmentIds, signalIds }: { segmentIds: readonly SegmentId[]; signalIds: readonly SignalId[] }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { data: definitions = [] } = useQuery(signalDefinitionsQuery(segmentIds));
  const choices = stageChoices(signalIds, definitions);
  if (choices.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would say "form"
    <div className={classes.stages} role="group" aria-label={formatMessage({ id: 'DataStudio_Stages' })}>
      {choices.map(({ stage, isOn, next }) => (
        <button key={stage} type="button" aria-pressed={isOn} disabled={next.length === 0} onClick={() => replaceSignals(next)}>
          {serverText(`CalcType_${stage}`)}
        </button>
      ))}
    </div>
  );
}
