import { TextInput } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { CurveTurbine, MeasuredCurve } from '@solvane/contract/models';
import { dayStart, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { REFERENCE_AIR_DENSITY } from '@solvane/energy/wind/air-density';
import { POWER_CURVE_TYPES } from '@solvane/energy/wind/power-curve-types';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { useMeasuredName } from './measured-view.tsx';
import classes from './model-data.module.css';
import { useSaveCurve } from './model-data.queries.ts';
import { TurbineSelect } from './turbine-select.tsx';

interface SaveMeasuredDialogProps {
  /** Those with enough data for a curve. */
  measured: readonly MeasuredCurve[];
  turbines: readonly CurveTurbine[];
  months: readonly string[];
  onClose: () => void;
  /** @param against - the curve it was held against */
  onSaved: (id: string, against: string | undefined) => void;
}

/** Three decimals are more than an anemometer tells. */
const ROUNDED = 1_000;

/** Name, type, first day and turbines of a curve that a turbine showed. */
export function SaveMeasuredDialog({ measured, turbines, months, onClose, onSaved }: SaveMeasuredDialogProps) {
  const { formatMessage, formatDate } = useIntl();
  const nameOf = useMeasuredName(measured);
  const save = useSaveCurve();
  const dateId = useId();
  const [sourceId, setSourceId] = useState(measured[0]?.segmentId ?? '');
  const source = measured.find(({ segmentId }) => segmentId === sourceId) ?? measured[0];
  const turbine = turbines.find(({ segmentId }) => segmentId === source?.segmentId);
  const monthText = (month: string | undefined) =>
    month === undefined ? '' : formatDate(`${month}T12:00:00Z`, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const [first, last] = [months.toSorted()[0], months.toSorted().at(-1)];
  const suggested = (of: MeasuredCurve | undefined): string =>
    [of?.siteName, of?.name, first === last ? monthText(first) : `${monthText(first)} – ${monthText(last)}`].filter(Boolean).join(' ');
  const [name, setName] = useState(suggested(source));
  const [type, setType] = useState<(typeof POWER_CURVE_TYPES)[number]>('Effective');
  const [from, setFrom] = useState<string | null>(toIsoDate(localDayOf(Date.now(), turbine?.timezone ?? 'UTC')));
  const [segmentIds, setSegmentIds] = useState<readonly string[]>(source ? [source.segmentId] : []);
  const [isChecked, setChecked] = useState(false);
  const own = turbines.filter(({ enterpriseId }) => enterpriseId === turbine?.enterpriseId);
  const interpolated = source?.points.filter(({ isInterpolated }) => isInterpolated).length ?? 0;
  const submit = (): void => {
    setChecked(true);
    if (!source || !turbine || name.trim() === '') return;
    const day = from === null ? undefined : parseIsoDate(from);
    save.mutate(
      {
        ...{ id: null, enterpriseId: turbine.enterpriseId, name: name.trim(), type },
        points: source.points.map(({ windSpeed, power }) => ({
          windSpeed: Math.round(windSpeed * ROUNDED) / ROUNDED,
          power: Math.round(Math.max(0, power) * ROUNDED) / ROUNDED,
        })),
        airDensity: source.airDensity ?? REFERENCE_AIR_DENSITY,
        ...{ airDensityMin: 0, airDensityMax: 2, windDirectionMin: 0, windDirectionMax: 360, dayRange: null, timeRange: null },
        effectiveStartMs: day === undefined ? null : dayStart(day, turbine.timezone),
        ...{ effectiveEndMs: null, resolutionMinutes: turbine.stepMinutes, segmentIds: segmentIds as SegmentId[] },
        note: formatMessage({ id: 'ModelData_Measured_Note' }, { turbine: nameOf(source), from: monthText(first), to: monthText(last) }),
      },
      {
        onSuccess: ({ id }) => {
          onClose();
          onSaved(id, source.curve?.id ?? undefined);
        },
      },
    );
  };
  const nameIssue = save.error instanceof AppError && save.error.issues.some(({ path }) => path[0] === 'name');
  return (
    <FormDialog
      title={formatMessage({ id: 'ModelData_SaveAsCurve' })}
      submitLabel={formatMessage({ id: 'ModelData_SaveCurve' })}
      isBusy={save.isPending}
      isEdited={segmentIds.length !== 1 || type !== 'Effective' || name !== suggested(source)}
      problem={<SaveProblems error={save.error} title="ModelData_Refused" />}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={classes.stack}>
        {measured.length > 1 && (
          <SelectField
            label={formatMessage({ id: 'ModelData_Source' })}
            options={measured.map((curve) => ({ value: curve.segmentId as string, label: nameOf(curve) }))}
            value={source?.segmentId ?? null}
            onChange={(value) => {
              const next = measured.find(({ segmentId }) => segmentId === value);
              if (!next) return;
              setSourceId(next.segmentId);
              setName(suggested(next));
              setSegmentIds([next.segmentId]);
            }}
          />
        )}
        <TextInput
          data-autofocus
          label={formatMessage({ id: 'ModelData_Field_name' })}
          withAsterisk
          maxLength={LIMITS.nameLength}
          value={name}
          error={isChecked && name.trim() === '' ? formatMessage({ id: 'Common_Validation_Required' }) : nameIssue}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <SelectField
          label={formatMessage({ id: 'ModelData_Field_type' })}
          help={formatMessage({ id: 'ModelData_Type_Help' })}
          options={POWER_CURVE_TYPES.map((value) => ({ value, label: formatMessage({ id: `PowerCurve_Type_${value}` }) }))}
          value={type}
          onChange={(value) => value !== null && setType(value)}
        />
        <DateField
          id={dateId}
          label={formatMessage({ id: 'ModelData_Field_effectiveStart' })}
          description={formatMessage({ id: 'ModelData_Field_effectiveStart_Help' })}
          error={undefined}
          withAsterisk={false}
          value={from}
          onChange={setFrom}
          onBlur={() => undefined}
        />
        <TurbineSelect label={formatMessage({ id: 'ModelData_Assigned' })} turbines={own} values={segmentIds} onChange={setSegmentIds} />
        {source && (
          <ConfigurationNote>
            {formatMessage({ id: 'ModelData_Saved_Points' }, { count: source.points.length, interpolated })}
            {!source.isComplete && ` ${formatMessage({ id: 'ModelData_Saved_Incomplete' })}`}
          </ConfigurationNote>
        )}
      </div>
    </FormDialog>
  );
}
