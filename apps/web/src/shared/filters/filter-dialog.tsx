import { TextInput } from '@mantine/core';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import { FILTER_KINDS, type PointFilter } from '@solvane/contract/point-filters';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { QUALITY_STATES } from '@solvane/energy/quality/quality-states';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { CheckField } from '@solvane/ui/check-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { MultiSelectField, SelectField } from '../fields/select-field.tsx';
import { signalDefinitionsQuery } from '../signals/definitions.queries.ts';
import { useSignalName } from '../signals/use-signal-name.ts';
import { useTypeName } from '../text/use-type-name.ts';
import { type FilterDraft, fromFilterDraft, toFilterDraft } from './filter-draft.ts';
import classes from './filters.module.css';

interface FilterDialogProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  /** undefined: a new one. */
  filter: PointFilter | undefined;
  onClose: () => void;
  onSave: (filter: PointFilter) => void;
}

/** One filter: its kind, the rule of the kind in words, and its fields. */
export function FilterDialog({ segmentIds, signalIds, filter, onClose, onSave }: FilterDialogProps) {
  const { formatMessage } = useIntl();
  const [initial] = useState(() => toFilterDraft(filter));
  const [draft, setDraft] = useState<FilterDraft>(initial);
  const [isChecked, setChecked] = useState(false);
  const result = fromFilterDraft(draft);
  const change = (patch: Partial<FilterDraft>): void => setDraft((before) => ({ ...before, ...patch }));
  return (
    <FormDialog
      title={formatMessage({ id: filter ? 'DataStudio_Filter_Edit' : 'DataStudio_Filter_Add' })}
      submitLabel={formatMessage({ id: 'DataStudio_Filter_Apply' })}
      isEdited={JSON.stringify(draft) !== JSON.stringify(initial)}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (result) onSave(result);
      }}
    >
      <SelectField
        label={formatMessage({ id: 'DataStudio_Filter_Kind' })}
        options={FILTER_KINDS.map((value) => ({ value, label: formatMessage({ id: `DataStudio_Filter_Kind_${value}` }) }))}
        isSearchable={false}
        value={draft.kind}
        onChange={(kind) => kind && change({ kind })}
      />
      <p className={classes.rule}>{formatMessage({ id: `DataStudio_Filter_Rule_${draft.kind}` })}</p>
      <FilterFields segmentIds={segmentIds} signalIds={signalIds} draft={draft} onChange={change} />
      {isChecked && !result && (
        <p className={classes.rule} role="alert">
          {formatMessage({ id: 'DataStudio_Filter_Incomplete' })}
        </p>
      )}
    </FormDialog>
  );
}

interface FilterFieldsProps {
  segmentIds: readonly SegmentId[];
  signalIds: readonly SignalId[];
  draft: FilterDraft;
  onChange: (patch: Partial<FilterDraft>) => void;
}

function FilterFields({ segmentIds, signalIds, draft, onChange }: FilterFieldsProps) {
  const { formatMessage } = useIntl();
  const typeName = useTypeName();
  const signals = useSignalOptions(segmentIds, signalIds);
  const text = (field: 'min' | 'max' | 'from' | 'to' | 'threshold', label: string) => (
    <TextInput
      label={label}
      value={draft[field]}
      autoComplete="off"
      inputMode={field === 'from' || field === 'to' ? 'text' : 'decimal'}
      onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
    />
  );
  const bounds = (unit: string) => (
    <div className={classes.bounds}>
      {text('min', formatMessage({ id: 'DataStudio_Filter_Min' }, { unit }))}
      {text('max', formatMessage({ id: 'DataStudio_Filter_Max' }, { unit }))}
    </div>
  );
  switch (draft.kind) {
    case 'value':
      return (
        <>
          <SelectField
            label={formatMessage({ id: 'DataStudio_Filter_Signal' })}
            options={signals}
            value={draft.signalId}
            onChange={(signalId) => onChange({ signalId })}
          />
          {bounds((draft.signalId && findSignalDefinition(draft.signalId)?.unit) || '–')}
          <CheckField
            label={formatMessage({ id: 'DataStudio_Filter_Outside' })}
            isChecked={draft.isOutside}
            onChange={(isOutside) => onChange({ isOutside })}
          />
        </>
      );
    case 'sunElevation':
      return bounds('°');
    case 'windRange':
      return bounds('m/s');
    case 'events':
      return (
        <>
          <SelectField
            label={formatMessage({ id: 'DataStudio_Filter_Mode' })}
            options={(['without', 'only'] as const).map((value) => ({
              value,
              label: formatMessage({ id: `DataStudio_Filter_Mode_${value}` }),
            }))}
            value={draft.mode}
            onChange={(mode) => mode && onChange({ mode })}
          />
          <MultiSelectField
            label={formatMessage({ id: 'DataStudio_Filter_Types' })}
            options={EVENT_TYPES.map((value) => ({ value, label: typeName(value) }))}
            values={draft.types}
            onChange={(types) => onChange({ types })}
          />
        </>
      );
    case 'quality':
      return (
        <MultiSelectField
          label={formatMessage({ id: 'DataStudio_Filter_States' })}
          options={QUALITY_STATES.map((value) => ({ value, label: formatMessage({ id: `QualityState_${value}` }) }))}
          values={draft.states}
          onChange={(states) => onChange({ states })}
        />
      );
    case 'timeOfDay':
      return (
        <div className={classes.bounds}>
          {text('from', formatMessage({ id: 'DataStudio_Filter_From' }))}
          {text('to', formatMessage({ id: 'DataStudio_Filter_To' }))}
        </div>
      );
    case 'outliers':
      return (
        <>
          {text('threshold', formatMessage({ id: 'DataStudio_Filter_Threshold' }))}
          <SelectField
            label={formatMessage({ id: 'DataStudio_Filter_Against' })}
            placeholder={formatMessage({ id: 'DataStudio_Filter_Against_None' })}
            options={signals}
            isClearable
            value={draft.against}
            onChange={(against) => onChange({ against })}
          />
        </>
      );
  }
}

/** Signals of the chosen devices: those on screen first. */
function useSignalOptions(segmentIds: readonly SegmentId[], signalIds: readonly SignalId[]) {
  const signalName = useSignalName();
  const { data = [] } = useQuery(signalDefinitionsQuery(segmentIds));
  const ids = [...new Set<string>([...signalIds, ...data.map(({ signalId }) => signalId)])];
  return ids.map((value) => ({ value, label: signalName(value) }));
}
