import { Button } from '@mantine/core';
import { type CurveTurbine, type MeasuredCurve, MOST_MONTHS } from '@solvane/contract/models';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { MultiSelectField, SelectField } from '../../shared/fields/select-field.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { MeasuredView } from './measured-view.tsx';
import classes from './model-data.module.css';
import { curveTurbinesQuery, measuredCurvesQuery } from './model-data.queries.ts';
import { BIN_WIDTHS, type ModelDataSearch } from './model-data-search.ts';
import { lastMonths } from './month-choices.ts';
import { SaveMeasuredDialog } from './save-measured-dialog.tsx';
import { TurbineSelect } from './turbine-select.tsx';

interface MeasuredScreenProps {
  search: ModelDataSearch;
  onSearch: (search: ModelDataSearch, options?: { isNewPlace?: boolean }) => void;
}

/** Power curves that turbines showed in some months, against the curve that holds, to be saved as curves. */
export function MeasuredScreen({ search, onSearch }: MeasuredScreenProps) {
  const { formatMessage } = useIntl();
  const { selectedIds } = useFleet();
  const query = useQuery(curveTurbinesQuery());
  const turbines = query.data?.items.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId));
  return (
    <Screen
      title={formatMessage({ id: 'ModelData_Measured' })}
      subtitle={formatMessage({ id: 'ModelData_Measured_Subtitle' })}
      actions={
        <Button variant="default" onClick={() => onSearch({}, { isNewPlace: true })}>
          {formatMessage({ id: 'ModelData_All' })}
        </Button>
      }
    >
      <QueryView
        query={{ ...query, data: turbines }}
        level="page"
        errorTitle="Common_Error_Query_Title"
        isEmpty={(all) => all.length === 0}
        empty={{ title: formatMessage({ id: 'ModelData_Measured_NoTurbines' }) }}
      >
        {(all) => <Measured turbines={all} search={search} onSearch={onSearch} />}
      </QueryView>
    </Screen>
  );
}

const MOST_TURBINES = 10;
const USUAL_MONTHS = 3;

function Measured({ turbines, search, onSearch }: MeasuredScreenProps & { turbines: readonly CurveTurbine[] }) {
  const { formatMessage, formatDate } = useIntl();
  const known = search.turbines?.filter((id) => turbines.some(({ segmentId }) => segmentId === id));
  const first = turbines.find(({ isMeasured }) => isMeasured) ?? turbines[0];
  const segmentIds = known ?? (first ? [first.segmentId as string] : []);
  const choices = lastMonths(MOST_MONTHS, Date.now());
  const months = search.months ?? choices.slice(0, USUAL_MONTHS);
  const binWidth = search.bin ?? 0.5;
  const type = search.type ?? 'Nominal';
  const put = (part: Partial<ModelDataSearch>): void => onSearch({ ...search, show: 'measured', ...part });
  const isComplete = segmentIds.length > 0 && months.length > 0;
  const query = useQuery({
    ...measuredCurvesQuery({ segmentIds: segmentIds as CurveTurbine['segmentId'][], months: months.toSorted(), type, binWidth }),
    enabled: isComplete,
  });
  return (
    <div className={classes.stack}>
      <div className={classes.choices}>
        <TurbineSelect
          label={formatMessage({ id: 'ModelData_Field_turbines' })}
          turbines={turbines}
          values={segmentIds}
          maxCount={MOST_TURBINES}
          error={segmentIds.length === 0 ? formatMessage({ id: 'ModelData_ChooseTurbine' }) : undefined}
          onChange={(ids) => put({ turbines: ids })}
        />
        <MultiSelectField
          label={formatMessage({ id: 'ModelData_Months' })}
          options={choices.map((month) => ({
            value: month,
            label: formatDate(`${month}T12:00:00Z`, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
          }))}
          values={months}
          error={months.length === 0 ? formatMessage({ id: 'ModelData_ChooseMonth' }) : undefined}
          onChange={(chosen) => put({ months: chosen })}
        />
        <SelectField
          label={formatMessage({ id: 'PowerCurve_BinWidth' })}
          options={BIN_WIDTHS.map((width) => ({ value: String(width), label: `${width}\u2009m/s` }))}
          value={String(binWidth)}
          onChange={(value) => put({ bin: BIN_WIDTHS.find((width) => String(width) === value) })}
        />
        <SelectField
          label={formatMessage({ id: 'ModelData_Against' })}
          options={POWER_CURVE_TYPES.map((value) => ({ value, label: formatMessage({ id: `PowerCurve_Type_${value}` }) }))}
          value={type}
          onChange={(value) => value !== null && put({ type: value })}
        />
      </div>
      {isComplete && (
        <QueryView
          query={query}
          isEmpty={({ items }) => items.every(({ bins }) => bins.length === 0)}
          empty={{ title: formatMessage({ id: 'PowerCurve_Empty' }), reason: formatMessage({ id: 'ModelData_Measured_Empty' }) }}
        >
          {({ items }) => <MeasuredResult measured={items} turbines={turbines} binWidth={binWidth} months={months} onSearch={onSearch} />}
        </QueryView>
      )}
    </div>
  );
}

interface MeasuredResultProps {
  measured: readonly MeasuredCurve[];
  turbines: readonly CurveTurbine[];
  binWidth: number;
  months: readonly string[];
  onSearch: MeasuredScreenProps['onSearch'];
}

function MeasuredResult({ measured, turbines, binWidth, months, onSearch }: MeasuredResultProps) {
  const { formatMessage } = useIntl();
  const mayEdit = usePermission('EditMetadata');
  const [isSaving, setSaving] = useState(false);
  const withData = measured.filter(({ bins }) => bins.length > 0);
  const missing = measured.filter(({ bins }) => bins.length === 0).map(({ name }) => name);
  const savable = withData.filter(({ points }) => points.length > 1);
  return (
    <Section
      title={formatMessage({ id: 'ModelData_Measured_Against' })}
      {...(missing.length > 0 && { detail: formatMessage({ id: 'ModelData_Measured_Missing' }, { names: missing.join(', ') }) })}
      isFramed
      actions={
        mayEdit && (
          <Button size="compact-sm" disabled={savable.length === 0} onClick={() => setSaving(true)}>
            {formatMessage({ id: 'ModelData_SaveAsCurve' })}
          </Button>
        )
      }
    >
      <MeasuredView measured={withData} binWidth={binWidth} />
      {isSaving && (
        <SaveMeasuredDialog
          measured={savable}
          turbines={turbines}
          months={months}
          onClose={() => setSaving(false)}
          onSaved={(id, against) => onSearch({ curve: id, compare: against === undefined ? undefined : [against] }, { isNewPlace: true })}
        />
      )}
    </Section>
  );
}
