import { Textarea, TextInput } from '@mantine/core';
import { FORMULA_AGGREGATIONS, FORMULA_TREE_AGGREGATIONS, type StoredFormula } from '@solvane/contract/formulas';
import { enterpriseIdSchema, type SegmentId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { FormulaProblem } from '@solvane/energy/formulas/formula-tree';
import { formulaNames, parseFormula } from '@solvane/energy/formulas/parse-formula';
import { dayStart, localDayOf, type Period, toIsoDate } from '@solvane/energy/time/local-day';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import { SelectField } from '../../../shared/fields/select-field.tsx';
import { useServerText } from '../../../shared/text/use-server-text.ts';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import { FormulaPreview } from './formula-preview.tsx';
import classes from './formulas.module.css';
import { useFormulaCommands } from './use-formula-commands.ts';

interface FormulaDialogProps {
  /** undefined: a new one. */
  formula: StoredFormula | undefined;
  segmentIds: readonly SegmentId[];
  period: Period;
  zone: string;
  onClose: () => void;
  onSaved: (saved: StoredFormula | undefined) => void;
}

type Draft = Pick<StoredFormula, 'name' | 'text' | 'timeAggregation' | 'treeAggregation'> & { unit: string; sharedWith: string | null };

const NEW: Draft = { name: '', text: '', unit: '', timeAggregation: 'avg', treeAggregation: 'avg', sharedWith: null };

/** A calculated signal: its formula is checked with every letter, and previewed for a day. */
export function FormulaDialog({ formula, segmentIds, period, zone, onClose, onSaved }: FormulaDialogProps) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const { save } = useFormulaCommands();
  const [initial] = useState<Draft>(() => (formula ? { ...formula, unit: formula.unit ?? '' } : NEW));
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [day, setDay] = useState(() => toIsoDate(localDayOf(Math.min(period.endMs - 1, Date.now()), zone)));
  const change = (patch: Partial<Draft>): void => setDraft((before) => ({ ...before, ...patch }));
  const unit = draft.unit.trim() === '' ? null : draft.unit.trim();
  const { formula: checked, problem } = parseFormula(draft.text, unit ?? undefined);
  const startMs = Date.parse(`${day}T00:00Z`);
  const isMissing = draft.name.trim() === '';
  const submit = (): void => {
    setChecked(true);
    if (isMissing || problem) return;
    save.mutate(
      {
        ...(formula && { formulaId: formula.formulaId, seenRevision: formula.revision }),
        name: draft.name.trim(),
        text: draft.text,
        unit,
        timeAggregation: draft.timeAggregation,
        treeAggregation: draft.treeAggregation,
        sharedWith: enterpriseIdSchema.nullable().parse(draft.sharedWith),
      },
      {
        onSuccess: ({ items }) =>
          onSaved(items.filter(({ isMine }) => isMine).sort((one, other) => other.updatedAtMs - one.updatedAtMs)[0]),
      },
    );
  };
  return (
    <FormDialog
      title={formatMessage({ id: formula ? 'DataStudio_Formula_Edit' : 'DataStudio_Formula_New' })}
      submitLabel={formatMessage({ id: 'DataStudio_Formula_Save' })}
      isBusy={save.isPending}
      isEdited={JSON.stringify(draft) !== JSON.stringify(initial)}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        withAsterisk
        label={formatMessage({ id: 'SavedView_Name' })}
        value={draft.name}
        maxLength={LIMITS.nameLength}
        autoComplete="off"
        error={isChecked && isMissing && formatMessage({ id: 'Common_Validation_Required' })}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <div>
        <Textarea
          withAsterisk
          label={formatMessage({ id: 'DataStudio_Formula_Text' })}
          description={formatMessage({ id: 'DataStudio_Formula_Text_Help' })}
          classNames={{ input: classes.text }}
          value={draft.text}
          rows={3}
          spellCheck={false}
          autoComplete="off"
          placeholder="ActivePower / ActivePower.Expected"
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        {problem && (draft.text !== '' || isChecked) && <ProblemText text={draft.text} problem={problem} />}
        {checked && <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Formula_Result' }, { unit: checked.unit || '–' })}</p>}
        <details className={classes.quiet}>
          <summary>{formatMessage({ id: 'DataStudio_Formula_Functions' })}</summary>
          <p className={classes.names}>{formulaNames().functions.join(' ')}</p>
          <p>{formatMessage({ id: 'DataStudio_Formula_Rules' })}</p>
        </details>
      </div>
      <div className={classes.pair}>
        <TextInput
          label={formatMessage({ id: 'DataStudio_Formula_Unit' })}
          placeholder={checked?.unit}
          value={draft.unit}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ unit: currentTarget.value })}
        />
        <SelectField
          label={formatMessage({ id: 'DataStudio_Formula_Time' })}
          options={FORMULA_AGGREGATIONS.map((value) => ({ value, label: formatMessage({ id: `DataStudio_Formula_Time_${value}` }) }))}
          value={draft.timeAggregation}
          onChange={(timeAggregation) => timeAggregation && change({ timeAggregation })}
        />
        <SelectField
          label={formatMessage({ id: 'DataStudio_Formula_Tree' })}
          options={FORMULA_TREE_AGGREGATIONS.map((value) => ({
            value,
            label: formatMessage({ id: value === 'none' ? 'DataStudio_Formula_Tree_none' : `DataStudio_Formula_Time_${value}` }),
          }))}
          value={draft.treeAggregation}
          onChange={(treeAggregation) => treeAggregation && change({ treeAggregation })}
        />
        <SelectField
          label={formatMessage({ id: 'SavedView_SharedWith' })}
          placeholder={formatMessage({ id: 'SavedView_OnlyMe' })}
          isClearable
          options={enterprises.map((enterprise) => ({ value: enterprise.id, label: enterprise.name }))}
          value={draft.sharedWith}
          onChange={(sharedWith) => change({ sharedWith })}
        />
      </div>
      <TextInput
        type="date"
        label={formatMessage({ id: 'DataStudio_Formula_Day' })}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <FormulaPreview
        segmentIds={segmentIds}
        period={Number.isNaN(startMs) ? null : dayPeriod(startMs, zone)}
        zone={zone}
        text={draft.text}
        unit={unit}
        isReadable={problem === undefined}
      />
    </FormDialog>
  );
}

const DAY_MS = 86_400_000;

function dayPeriod(utcMidnightMs: number, zone: string): Period {
  const day = Math.floor(utcMidnightMs / DAY_MS);
  return { startMs: dayStart(day, zone), endMs: dayStart(day + 1, zone) };
}

/** The formula again with the place of the problem marked, and what is expected there. */
function ProblemText({ text, problem }: { text: string; problem: FormulaProblem }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { at, length, message, values } = problem;
  return (
    <div className={classes.problem} role="alert">
      <code>
        {text.slice(0, at)}
        <mark>{text.slice(at, at + length) || '\u2423'}</mark>
        {text.slice(at + length)}
      </code>
      <p>{formatMessage({ id: 'DataStudio_Formula_Problem' }, { at: at + 1, problem: serverText(message, values) })}</p>
    </div>
  );
}
