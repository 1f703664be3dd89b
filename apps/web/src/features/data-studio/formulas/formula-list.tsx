import { ActionIcon, Button, Menu } from '@mantine/core';
import type { StoredFormula } from '@solvane/contract/formulas';
import type { SegmentId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { confirmDelete } from '../../../workspace/delete-confirmation.ts';
import { replaceSignals, useSelectedSignalIds } from '../../../workspace/signal-selection.ts';
import classes from '../views/views.module.css';
import { formulasQuery } from './formulas.queries.ts';
import { useFormulaCommands } from './use-formula-commands.ts';

const FormulaDialog = lazy(async () => ({ default: (await import('./formula-dialog.tsx')).FormulaDialog }));

interface FormulaListProps {
  segmentIds: readonly SegmentId[];
  /** Part of it is previewed. */
  period: Period;
  zone: string;
}

/** Calculated signals of the user and those shared with the user; a click shows or hides one in the chart. */
export function FormulaList({ segmentIds, period, zone }: FormulaListProps) {
  const { formatMessage } = useIntl();
  const { data } = useQuery(formulasQuery());
  const { remove } = useFormulaCommands();
  const chosen = useSelectedSignalIds();
  const [dialog, setDialog] = useState<{ edited: StoredFormula | undefined } | null>(null);
  const items = data?.items ?? [];
  const toggle = ({ signalId }: StoredFormula): void =>
    replaceSignals(chosen.includes(signalId) ? chosen.filter((id) => id !== signalId) : [...chosen, signalId]);
  const confirmRemoval = ({ formulaId, name, sharedWith, signalId }: StoredFormula): void => {
    confirmDelete({
      title: 'DataStudio_Formula_Delete_Title',
      message: sharedWith === null ? 'DataStudio_Formula_Delete_Message' : 'DataStudio_Formula_Delete_Shared',
      values: { name },
      label: 'DataStudio_Formula_Delete',
      run: async () => {
        await remove.mutateAsync(formulaId);
        replaceSignals(chosen.filter((id) => id !== signalId));
      },
    });
  };
  return (
    <div className={classes.part}>
      {items.length === 0 && <p className={classes.quiet}>{formatMessage({ id: 'DataStudio_Formula_None' })}</p>}
      <ul className={classes.list}>
        {items.map((each) => (
          <li key={each.formulaId} className={classes.item} data-current={chosen.includes(each.signalId) || undefined}>
            <button type="button" className={classes.open} aria-pressed={chosen.includes(each.signalId)} onClick={() => toggle(each)}>
              <span>
                {each.name}
                {each.resultUnit && `, ${each.resultUnit}`}
              </span>
              <span className={classes.quiet}>{each.isMine ? each.text : each.owner}</span>
            </button>
            {each.isMine && (
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <ActionIcon aria-label={formatMessage({ id: 'DataStudio_Formula_Actions' }, { name: each.name })}>
                    <IconDots size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog({ edited: each })}>
                    {formatMessage({ id: 'DataStudio_Formula_Edit' })}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => confirmRemoval(each)}>
                    {formatMessage({ id: 'DataStudio_Formula_Delete' })}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" size="sm" leftSection={<IconPlus size={15} />} onClick={() => setDialog({ edited: undefined })}>
          {formatMessage({ id: 'DataStudio_Formula_New' })}
        </Button>
      </div>
      {dialog && (
        <Suspense>
          <FormulaDialog
            formula={dialog.edited}
            segmentIds={segmentIds}
            period={period}
            zone={zone}
            onClose={() => setDialog(null)}
            onSaved={(saved) => {
              setDialog(null);
              if (!dialog.edited && saved) replaceSignals([...chosen, saved.signalId]);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
