import type { CurveTurbine, ListedPowerCurve } from '@solvane/contract/models';
import { POWER_CURVE_TYPES, type PowerCurveType } from '@solvane/energy/wind/power-curve-types';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { useAddressOf } from '../../shared/routing/navigate-to.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useCurveFacts } from './curve-facts.ts';
import { MeasuredView } from './measured-view.tsx';
import classes from './model-data.module.css';
import { curveTurbinesQuery, measuredCurvesQuery, powerCurvesQuery } from './model-data.queries.ts';
import { lastMonths } from './month-choices.ts';

const MONTHS = 3;
const BIN_WIDTH = 0.5;

/** The curves of a turbine, when each holds, and what the turbine showed against the one that holds now. */
export function TurbineCurves({ deviceId }: { deviceId: string }) {
  const { formatMessage } = useIntl();
  const turbines = useQuery(curveTurbinesQuery());
  const curves = useQuery(powerCurvesQuery());
  const turbine = turbines.data?.items.find(({ segmentId }) => segmentId === deviceId);
  const query = {
    data: turbines.data &&
      curves.data && { turbine, own: curves.data.items.filter(({ segmentIds }) => segmentIds.some((id) => id === deviceId)) },
    error: turbines.error ?? curves.error,
    isFetching: turbines.isFetching || curves.isFetching,
    isPlaceholderData: false,
    refetch: () => Promise.all([turbines.refetch(), curves.refetch()]),
  };
  return (
    <QueryView
      query={query}
      isEmpty={({ turbine: found }) => found === undefined}
      empty={{ title: formatMessage({ id: 'ModelData_NotTurbine' }) }}
    >
      {({ own }) => turbine && <KnownTurbine turbine={turbine} turbines={turbines.data?.items ?? []} curves={own} />}
    </QueryView>
  );
}

interface KnownTurbineProps {
  turbine: CurveTurbine;
  turbines: readonly CurveTurbine[];
  curves: readonly ListedPowerCurve[];
}

function KnownTurbine({ turbine, turbines, curves }: KnownTurbineProps) {
  const { formatMessage } = useIntl();
  const addressOf = useAddressOf();
  const factsOf = useCurveFacts(turbines);
  const nowMs = Date.now();
  const holdsNow = ({ effectiveStartMs, effectiveEndMs }: ListedPowerCurve): boolean =>
    (effectiveStartMs ?? nowMs) <= nowMs && nowMs < (effectiveEndMs ?? Number.POSITIVE_INFINITY);
  const ordered = curves.toSorted((a, b) => Number(holdsNow(b)) - Number(holdsNow(a)) || a.name.localeCompare(b.name));
  return (
    <div className={classes.stack}>
      <p className={classes.lead}>
        <b>{turbine.name}</b>, {turbine.siteName}
        {turbine.model !== null && <span> · {[turbine.manufacturer, turbine.model].filter(Boolean).join(' ')}</span>}
      </p>
      <Section level={3} title={formatMessage({ id: 'ModelData_Curves' })} isFramed>
        {ordered.length === 0 ? (
          <div className={classes.padded}>
            <ConfigurationNote>{formatMessage({ id: 'ModelData_Turbine_NoCurves' })}</ConfigurationNote>
          </div>
        ) : (
          <ul className={classes.list}>
            {ordered.map((curve) => {
              const { period, ranges } = factsOf(curve);
              const type = formatMessage({ id: `PowerCurve_Type_${curve.type}` });
              const state = formatMessage({ id: holdsNow(curve) ? 'ModelData_Holds' : 'ModelData_HoldsNot' });
              return (
                <li key={curve.id}>
                  <Link to={addressOf('model-data', {}, { curve: curve.id })}>{curve.name}</Link> · {type} · {state}
                  <small className={classes.detail}>{[period, ranges].join(', ')}</small>
                </li>
              );
            })}
          </ul>
        )}
      </Section>
      <MeasuredOfTurbine turbine={turbine} types={curves.filter(holdsNow).map(({ type }) => type)} />
    </div>
  );
}

/** As the engine asks them: the effective curve first. */
const PREFERRED: readonly PowerCurveType[] = ['Effective', 'Nominal', 'Warranted', 'Reference'];

function MeasuredOfTurbine({ turbine, types }: { turbine: CurveTurbine; types: readonly PowerCurveType[] }) {
  const { formatMessage } = useIntl();
  const addressOf = useAddressOf();
  const [chosen, setChosen] = useState<PowerCurveType>();
  const type = chosen ?? PREFERRED.find((each) => types.includes(each)) ?? 'Nominal';
  const months = lastMonths(MONTHS, Date.now()).toSorted();
  const query = useQuery(measuredCurvesQuery({ segmentIds: [turbine.segmentId], months, type, binWidth: BIN_WIDTH }));
  const search = { show: 'measured', turbines: [turbine.segmentId], months, type };
  return (
    <Section
      level={3}
      title={formatMessage({ id: 'ModelData_Measured_Against' })}
      detail={formatMessage({ id: 'ModelData_LastMonths' }, { count: MONTHS })}
      isFramed
      actions={
        <RowSelect
          label={formatMessage({ id: 'PowerCurve_Type' })}
          value={type}
          options={POWER_CURVE_TYPES.map((value) => ({ value, label: formatMessage({ id: `PowerCurve_Type_${value}` }) }))}
          onChange={setChosen}
        />
      }
    >
      <QueryView
        query={query}
        isEmpty={({ items }) => items.every(({ bins }) => bins.length === 0)}
        empty={{ title: formatMessage({ id: 'PowerCurve_Empty' }) }}
      >
        {({ items }) => <MeasuredView measured={items} binWidth={BIN_WIDTH} isShort />}
      </QueryView>
      <p className={classes.lead}>
        <Link to={addressOf('model-data', {}, search)}>{formatMessage({ id: 'ModelData_OpenMeasured' })}</Link>
      </p>
    </Section>
  );
}
