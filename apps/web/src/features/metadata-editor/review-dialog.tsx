import { Button, TextInput } from '@mantine/core';
import { findAttribute } from '@solvane/energy/devices/attributes';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type Draft, type Drafts, draftKey, dropDrafts, isChangedMeanwhile } from './metadata-drafts.ts';
import classes from './metadata-editor.module.css';
import { isDated, lastChangeMs, type MetadataRow, storedValue } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import { useSaveDrafts } from './use-save-drafts.ts';

interface ReviewDialogProps {
  drafts: Drafts;
  rows: readonly MetadataRow[];
  onClose: () => void;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Every change with its old and new value, before anything is stored; what cannot be stored is listed and stays. */
export function ReviewDialog({ drafts, rows, onClose }: ReviewDialogProps) {
  const { formatMessage } = useIntl();
  const [date, setDate] = useState('');
  const save = useSaveDrafts();
  const byId = new Map(rows.map((row) => [row.segmentId as string, row]));
  const all = Object.values(drafts);
  const ready = all.filter((draft) => draft.problem === undefined || isChangedMeanwhile(draft));
  const isDateWrong = date !== '' && !(ISO_DATE.test(date) && !Number.isNaN(Date.parse(date)));
  const zones = ready.filter(({ attribute, segmentId }) => attribute === 'timezone' && byId.get(segmentId)?.type === 'Site').length;
  const columns = useReviewColumns(byId);
  const submit = (): void => {
    const toSave = ready.map((draft) => ({
      ...draft,
      ...(isChangedMeanwhile(draft) && { seenChangeMs: lastChangeMs(byId.get(draft.segmentId), draft.attribute) }),
      validFrom: date !== '' && isDated(draft.attribute, byId.get(draft.segmentId)?.type ?? '') ? date : null,
    }));
    save.mutate(toSave, { onSuccess: onClose });
  };
  return (
    <FormDialog
      size="widest"
      title={formatMessage({ id: 'Metadata_Review_Title' }, { changed: all.length })}
      submitLabel={formatMessage({ id: 'Metadata_Save' }, { count: ready.length })}
      cancelLabel={formatMessage({ id: 'Form_Discard_Keep' })}
      isDisabled={ready.length === 0 || isDateWrong}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        label={formatMessage({ id: 'Metadata_ValidFrom' })}
        description={formatMessage({ id: 'Metadata_ValidFrom_Help' })}
        placeholder="YYYY-MM-DD"
        value={date}
        error={isDateWrong && formatMessage({ id: 'Metadata_ValidFrom_Wrong' })}
        onChange={(event) => setDate(event.currentTarget.value.trim())}
      />
      {zones > 0 && (
        <p className={classes.effect} data-changed>
          {formatMessage({ id: 'Metadata_Zone_Review' }, { count: zones })}
        </p>
      )}
      <ScreenTable
        label={formatMessage({ id: 'Metadata_Review_Title' }, { changed: all.length })}
        rows={all}
        columns={columns}
        getRowId={({ segmentId, attribute }) => draftKey(segmentId, attribute)}
      />
    </FormDialog>
  );
}

function useReviewColumns(byId: ReadonlyMap<string, MetadataRow>): DataColumn<Draft>[] {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { nameOf, show } = useAttributeLabels();
  const valueText = (attribute: string, value: Parameters<typeof show>[1]): string => {
    const definition = findAttribute(attribute);
    const text = definition ? show(definition, value) : String(value ?? '');
    return text === '' ? '—' : `${text}${definition?.unit ? `\u202f${definition.unit}` : ''}`;
  };
  const deviceOf = ({ segmentId }: Draft): string => byId.get(segmentId)?.name ?? segmentId;
  const storedOf = ({ segmentId, attribute }: Draft): string => valueText(attribute, storedValue(byId.get(segmentId), attribute));
  const undoLabel = (draft: Draft): string =>
    formatMessage({ id: 'Metadata_Undo_Named' }, { attribute: nameOf(draft.attribute), device: deviceOf(draft) });
  return [
    { id: 'device', header: formatMessage({ id: 'Metadata_Device' }), isRowHeader: true, width: 104, card: 'title', value: deviceOf },
    {
      id: 'attribute',
      header: formatMessage({ id: 'Metadata_Attribute' }),
      card: 'subtitle',
      wraps: true,
      width: 116,
      value: ({ attribute }) => nameOf(attribute),
    },
    { id: 'old', header: formatMessage({ id: 'Metadata_Old' }), card: 'fact', wraps: true, width: 100, value: storedOf },
    {
      id: 'new',
      header: formatMessage({ id: 'Metadata_New' }),
      card: 'fact',
      wraps: true,
      canGrow: true,
      width: 160,
      tone: ({ problem }) => (problem ? 'danger' : 'strong'),
      value: ({ attribute, text, value }) => (value === undefined ? text : valueText(attribute, value)),
      cell: ({ attribute, text, value, problem }) =>
        problem ? problemText(text, serverText(problem.message, problem.values)) : valueText(attribute, value ?? null),
    },
    {
      id: 'undo',
      header: formatMessage({ id: 'ApiAccess_Column_Actions' }),
      isHeadHidden: true,
      width: 84,
      card: 'line',
      cell: (draft) => (
        <Button
          size="xs"
          variant="subtle"
          aria-label={undoLabel(draft)}
          onClick={() => dropDrafts([draftKey(draft.segmentId, draft.attribute)])}
        >
          {formatMessage({ id: 'Metadata_Undo' })}
        </Button>
      ),
    },
  ];
}

/** Most messages quote the text that they are about. */
function problemText(text: string, message: string): string {
  return message.includes(text) ? message : `${text}: ${message}`;
}
