import type { ResponseOf } from '@solvane/contract/endpoint';
import { formulaIdOf } from '@solvane/contract/formulas';
import type { signalEndpoints } from '@solvane/contract/signals';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { NativeSelectField } from '@solvane/ui/select-field';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { ErrorState } from '../states/error-state.tsx';
import { useNoValueText } from '../text/use-no-value-text.ts';
import { useServerText } from '../text/use-server-text.ts';
import { instantOf, readMoment, toTypedTime } from '../time/local-moment.ts';
import { LocalTimeField } from '../time/local-time-field.tsx';
import { displayUnit } from '../units/display-unit.ts';
import { type ExplainedNumber, explanationQuery } from './explanation.queries.ts';
import { useSignalName } from './use-signal-name.ts';
import classes from './why-this-number.module.css';

type Explanation = ResponseOf<typeof signalEndpoints.explain>;
type NameOf = ExplainedNumber['nameOf'];

/** Where one value comes from, at an instant that can be changed. */
export function ValueExplanation({ signalId, segmentIds, nameOf, zone, timeMs }: ExplainedNumber) {
  const { formatMessage } = useIntl();
  const signalName = useSignalName();
  const [segmentId, setSegmentId] = useState(segmentIds[0]);
  const [typed, setTyped] = useState(() => toTypedTime(timeMs, zone));
  const instantMs = instantOf(readMoment(typed, zone));
  const point = segmentId && instantMs !== undefined ? { segmentId, signalId, timeMs: instantMs } : undefined;
  const { data, error, isPlaceholderData, refetch } = useQuery(explanationQuery(point));
  return (
    <div className={classes.content}>
      <h3 className={classes.title}>
        {formulaIdOf(signalId) === undefined ? signalName(signalId) : data?.values.signal}
        {segmentIds.length === 1 && segmentId && <span className={classes.second}> · {nameOf(segmentId)}</span>}
      </h3>
      {segmentId && segmentIds.length > 1 && (
        <NativeSelectField
          label={formatMessage({ id: 'Explain_Device' })}
          isLabelHidden={false}
          options={segmentIds.map((id) => ({ value: id, label: nameOf(id) }))}
          value={segmentId}
          onChange={setSegmentId}
        />
      )}
      <LocalTimeField label={formatMessage({ id: 'Explain_Time' })} zone={zone} value={typed} onChange={setTyped} isRequired={false} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <div className={classes.skeleton} data-skeleton role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      )}
      {!error && data && <Parts explanation={data} nameOf={nameOf} isOld={isPlaceholderData} />}
    </div>
  );
}

function Parts({ explanation, nameOf, isOld }: { explanation: Explanation; nameOf: NameOf; isOld: boolean }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const noValueText = useNoValueText();
  const { value, values, reasons, rules, inputs, missingInputs, changedIn, signalId, stage, received } = explanation;
  return (
    <>
      <p className={classes.value} data-old={isOld || undefined}>
        {value === null ? (
          <ReasonedValue reason={noValueText(reasons)} />
        ) : (
          <Quantity value={value} unit={String(values.unit ?? findSignalDefinition(signalId)?.unit ?? '')} />
        )}
      </p>
      {value === null && reasons.length > 0 && <p className={classes.reasons}>{noValueText(reasons)}</p>}
      {/* A rule that supplied the value says the same. */}
      {rules.every(({ effect }) => effect !== 'supplied') && <How stage={stage} values={values} versions={received.length} />}
      {rules.length > 0 && (
        <Part title={formatMessage({ id: 'Explain_Rules' })}>
          {rules.map(({ name, effect }) => (
            <li key={`${name} ${effect}`}>
              <span>{serverText(name)}</span>
              <span>{formatMessage({ id: `Explain_Effect_${effect}` })}</span>
            </li>
          ))}
        </Part>
      )}
      {inputs.length > 0 && (
        <Part title={formatMessage({ id: stage === 'validated' ? 'Explain_Received' : 'Explain_Inputs' })}>
          {inputs.map((input) => (
            <li key={`${input.segmentId} ${input.signalId} ${input.timeMs}`}>
              <SignalOf {...input} nameOf={nameOf} />
              <span>
                <Quantity value={input.value} unit={findSignalDefinition(input.signalId)?.unit ?? ''} />
              </span>
            </li>
          ))}
        </Part>
      )}
      {value === null && missingInputs.length > 0 && (
        <Part title={formatMessage({ id: 'Explain_MissingInputs' })}>
          {missingInputs.map((input) => (
            <li key={`${input.segmentId} ${input.signalId}`}>
              <SignalOf {...input} nameOf={nameOf} />
            </li>
          ))}
        </Part>
      )}
      {changedIn && (
        <p className={classes.second}>{formatMessage({ id: `Explain_ChangedIn_${changedIn.kind}` }, { name: changedIn.name })}</p>
      )}
    </>
  );
}

/** The rule or the formula in words. */
function How({ stage, values, versions }: { stage: string; values: Explanation['values']; versions: number }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  if (stage === 'raw') return versions > 0 && <p>{formatMessage({ id: 'Explain_Raw' }, { versions })}</p>;
  if (stage === 'validated')
    return (
      values.qualityMethod !== undefined && (
        <p>{formatMessage({ id: 'Explain_Method' }, { method: serverText(String(values.qualityMethod)) })}</p>
      )
    );
  const text = serverText(String(values.formulaText ?? ''));
  return (
    <>
      {/* What has no sentence of its own is left to its formula. */}
      {text !== '' && !text.startsWith('SignalFormula_') && <p>{text}</p>}
      {values.formula !== undefined && (
        <p>
          <i className={classes.formula}>{values.formula}</i>
        </p>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h4>{title}</h4>
      <ul>{children}</ul>
    </section>
  );
}

function SignalOf({ segmentId, signalId, nameOf }: { segmentId: string; signalId: string; nameOf: NameOf }) {
  const signalName = useSignalName();
  return (
    <span>
      {signalName(signalId)} <span className={classes.second}>{nameOf(segmentId)}</span>
    </span>
  );
}

function Quantity({ value, unit: own }: { value: number; unit: string }) {
  const { locale } = useIntl();
  const { unit, factor } = displayUnit(own, value);
  return (
    <>
      {measuredNumberText(value * factor, locale)}
      {unit !== '' && <span className={classes.unit}>{` ${unit}`}</span>}
    </>
  );
}
