import { Button, Modal, TextInput } from '@mantine/core';
import { findAttribute } from '@solvane/energy/devices/attributes';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { type Drafts, draftKey, dropDrafts } from './metadata-drafts.ts';
import classes from './metadata-editor.module.css';
import { type GridRow, isDated, storedValue } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import { useSaveDrafts } from './use-save-drafts.ts';

interface ReviewDialogProps {
  drafts: Drafts;
  rows: readonly GridRow[];
  onClose: () => void;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Every change with its old and new value, before anything is stored; what cannot be stored is listed and stays. */
export function ReviewDialog({ drafts, rows, onClose }: ReviewDialogProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const { nameOf, show } = useAttributeLabels();
  const [date, setDate] = useState('');
  const save = useSaveDrafts();
  const byId = new Map(rows.map((row) => [row.segmentId as string, row]));
  const all = Object.values(drafts);
  const ready = all.filter(({ problem }) => problem === undefined);
  const isDateWrong = date !== '' && !(ISO_DATE.test(date) && !Number.isNaN(Date.parse(date)));
  const zones = ready.filter(({ attribute, segmentId }) => attribute === 'timezone' && byId.get(segmentId)?.type === 'Site').length;
  const valueText = (attribute: string, value: Parameters<typeof show>[1]): string => {
    const definition = findAttribute(attribute);
    const text = definition ? show(definition, value) : String(value ?? '');
    return text === '' ? '—' : `${text}${definition?.unit ? `\u202f${definition.unit}` : ''}`;
  };
  const submit = (): void => {
    const toSave = ready.map((draft) => ({
      ...draft,
      validFrom: date !== '' && isDated(draft.attribute, byId.get(draft.segmentId)?.type ?? '') ? date : null,
    }));
    save.mutate(toSave, { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      size={760}
      onClose={onClose}
      withCloseButton={false}
      title={formatMessage({ id: 'Metadata_Review_Title' }, { changed: all.length })}
    >
      <div className={classes.validFrom}>
        <TextInput
          label={formatMessage({ id: 'Metadata_ValidFrom' })}
          description={formatMessage({ id: 'Metadata_ValidFrom_Help' })}
          placeholder="YYYY-MM-DD"
          value={date}
          error={isDateWrong && formatMessage({ id: 'Metadata_ValidFrom_Wrong' })}
          onChange={(event) => setDate(event.currentTarget.value.trim())}
        />
        {zones > 0 && <p className={classes.effect}>{formatMessage({ id: 'Metadata_Zone_Review' }, { count: zones })}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <div className={classes.reviewScroll} tabIndex={0}>
        <table className={classes.review}>
          <thead>
            <tr>
              <th scope="col">{formatMessage({ id: 'Metadata_Device' })}</th>
              <th scope="col">{formatMessage({ id: 'Metadata_Attribute' })}</th>
              <th scope="col">{formatMessage({ id: 'Metadata_Old' })}</th>
              <th scope="col">{formatMessage({ id: 'Metadata_New' })}</th>
              <th aria-label={formatMessage({ id: 'ApiAccess_Column_Actions' })} />
            </tr>
          </thead>
          <tbody>
            {all.map(({ segmentId, attribute, text, value, problem }) => {
              const row = byId.get(segmentId);
              return (
                <tr key={draftKey(segmentId, attribute)} data-wrong={problem !== undefined || undefined}>
                  <th scope="row">{row?.name ?? segmentId}</th>
                  <td>{nameOf(attribute)}</td>
                  <td>{row ? valueText(attribute, storedValue(row, attribute)) : ''}</td>
                  <td>
                    <strong>{value === undefined ? text : valueText(attribute, value)}</strong>
                    {problem && <small className={classes.problem}>{serverText(problem.message, problem.values)}</small>}
                  </td>
                  <td>
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={formatMessage(
                        { id: 'Metadata_Undo_Named' },
                        { attribute: nameOf(attribute), device: row?.name ?? segmentId },
                      )}
                      onClick={() => dropDrafts([draftKey(segmentId, attribute)])}
                    >
                      {formatMessage({ id: 'Metadata_Undo' })}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {formatMessage({ id: 'Form_Discard_Keep' })}
        </Button>
        <Button disabled={ready.length === 0 || isDateWrong} loading={save.isPending} onClick={submit}>
          {formatMessage({ id: 'Metadata_Save' }, { count: ready.length })}
        </Button>
      </div>
    </Modal>
  );
}
