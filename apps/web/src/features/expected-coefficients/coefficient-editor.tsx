import { Button } from '@mantine/core';
import type { Site } from '@solvane/contract/fleet';
import { expectedCoefficientEndpoints } from '@solvane/contract/models';
import { localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { EditableGrid } from '@solvane/ui/editable-grid';
import { EditableGridForm } from '@solvane/ui/editable-grid-form';
import type { EditableGridState } from '@solvane/ui/use-editable-grid';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { isPermitted } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { ConfigurationActions, ConfigurationEditor, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { EffectiveDate } from '../../shared/configuration/effective-date.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { type PreviewFigure, SavePreview } from '../../shared/configuration/save-preview.tsx';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import {
  changesOf,
  coefficientDrafts,
  effectiveDays,
  hasProblem,
  type StoredCoefficients,
  type TableDevice,
  tablesOn,
  withFit,
} from './coefficient-draft.ts';
import { CoefficientFit } from './coefficient-fit.tsx';
import classes from './coefficients.module.css';
import { coefficientKeys, useSaveCoefficients } from './coefficients.queries.ts';
import { useCoefficientGrid } from './use-coefficient-grid.ts';
import { useCoefficientTexts } from './use-coefficient-texts.ts';

interface CoefficientEditorProps {
  site: Site;
  /** The site first, then its generators. */
  devices: readonly TableDevice[];
  stored: StoredCoefficients;
  /** undefined: today. */
  from: string | undefined;
  onFrom: (from: string) => void;
}

const UPLOADS = { name: 'data-upload', title: 'Route_data-upload', permission: 'PageDataUpload', feature: 'dataUpload' } as const;

const FIGURES: readonly PreviewFigure[] = [
  { signalId: 'ActiveEnergy||Expected', label: 'Impact_Figure_expected', unit: 'MWh', factor: 0.001 },
  { signalId: 'ActiveEnergy||Lost', label: 'Impact_Figure_lost', unit: 'MWh', factor: 0.001 },
];
const [HEAD_HEIGHT, ROW_HEIGHT, MOST_ROWS] = [58, 32, 12];

/** Coefficients of a site and its generators from a day on. */
export function CoefficientEditor({ site, devices, stored, from, onFrom }: CoefficientEditorProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const canUpload = isPermitted(UPLOADS, useAccess());
  const { siteId, name, metadata } = site;
  const { canEdit } = stored;
  const day = from ?? toIsoDate(localDayOf(Date.now(), metadata.timezone ?? 'UTC'));
  const texts = useCoefficientTexts();
  const itemsOf = useCallback((coefficients: Pick<StoredCoefficients, 'rows'>) => tablesOn(coefficients, devices, day), [devices, day]);
  const draft = useItemDraft({ drafts: coefficientDrafts, draftKey: `${siteId} ${day}`, stored, itemsOf, texts });
  const save = useSaveCoefficients();
  const grid = useCoefficientGrid({ draft, devices, day, canEdit });
  const isWrong = hasProblem(draft.items, day);
  const { rows, remove } = changesOf(draft.items, draft.versions.base, day);
  const isChanged = rows.length + remove.length > 0;
  const days = effectiveDays(stored);
  return (
    <ConfigurationEditor
      name={name}
      title={name}
      detail={formatMessage({ id: canEdit ? 'Coefficients_Detail' : 'Coefficients_ReadOnly' }, { count: devices.length - 1 })}
      actions={
        <>
          <HistoryButton
            draft={draft}
            queryKey={[...coefficientKeys.all, siteId]}
            list={(signal) => call(expectedCoefficientEndpoints.versions, { body: { siteId }, signal })}
            load={async (version, signal) =>
              itemsOf(await call(expectedCoefficientEndpoints.version, { body: { siteId, version }, signal }))
            }
            canEdit={canEdit}
          />
          <ConfigurationActions
            actions={[
              canEdit &&
                canUpload && {
                  label: formatMessage({ id: 'Budgets_Upload' }),
                  run: () => navigateTo('data-upload', {}, { search: { kind: 'expectedCoefficients' } }),
                },
            ]}
          />
        </>
      }
    >
      <EffectiveDate value={day} onChange={onFrom} />
      {days.length > 0 ? (
        <div className={classes.days}>
          {formatMessage({ id: 'Coefficients_Days' })}
          {days.map((each) => (
            <Button key={each} size="compact-xs" variant={each === day ? 'filled' : 'default'} onClick={() => onFrom(each)}>
              {each}
            </Button>
          ))}
        </div>
      ) : (
        <ConfigurationNote>{formatMessage({ id: 'Coefficients_NoTables' })}</ConfigurationNote>
      )}
      <Tables grid={grid} />
      {canEdit && <ConfigurationNote>{formatMessage({ id: 'Budgets_Keys' })}</ConfigurationNote>}
      <CoefficientFit
        site={site}
        devices={devices}
        items={draft.items}
        canEdit={canEdit}
        onAccept={(id, fit, percent) =>
          draft.change((items) => items.map((table) => (table.id === id ? withFit(table, fit, percent) : table)))
        }
      />
      {canEdit && (
        <SavePreview
          site={site}
          figures={FIGURES}
          description={formatMessage({ id: 'Coefficients_Preview' })}
          saveOf={
            isChanged && rows.length > 0 && !isWrong
              ? (startMs) => ({
                  kind: 'expectedCoefficients',
                  body: { siteId, ...asIfFrom(rows, startMs, { day, zone: metadata.timezone ?? 'UTC' }), remove: [] },
                })
              : undefined
          }
        />
      )}
      <DraftControls
        draft={draft}
        searchKeys={['site', 'from']}
        save={save}
        refusedTitle="Coefficients_Refused"
        isDisabled={isWrong}
        onSave={(request) => save.mutate({ siteId, rows, remove, ...request }, { onSuccess: draft.markSaved })}
      />
    </ConfigurationEditor>
  );
}

/** Changes that begin later are tried on the previewed days. */
function asIfFrom<Row extends { effectiveFrom: string }>(
  rows: readonly Row[],
  startMs: number,
  { day, zone }: { day: string; zone: string },
): { rows: Row[] } {
  const first = localDayOf(startMs, zone);
  const effectiveFrom = (parseIsoDate(day) ?? first) > first ? toIsoDate(first) : day;
  return { rows: rows.map((row) => ({ ...row, effectiveFrom })) };
}

/** Side by side, or on a phone a device at a time. */
function Tables({ grid }: { grid: EditableGridState }) {
  const { formatMessage } = useIntl();
  const isPhone = useViewport() === 'phone';
  const name = formatMessage({ id: 'Coefficients_Grid' });
  const corner = formatMessage({ id: 'Coefficients_Device' });
  if (isPhone)
    return <EditableGridForm grid={grid} labels={{ name, row: corner, nothingFound: formatMessage({ id: 'Form_Select_NothingFound' }) }} />;
  return (
    <div className={classes.grid} style={{ blockSize: HEAD_HEIGHT + ROW_HEIGHT * Math.min(MOST_ROWS, grid.rows.length) }}>
      <EditableGrid grid={grid} labels={{ name, corner, keys: formatMessage({ id: 'Budgets_Keys' }) }} />
    </div>
  );
}
