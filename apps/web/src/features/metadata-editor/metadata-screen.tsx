import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { LIMITS } from '@solvane/contract/limits';
import { IconArrowBarToDown, IconBinaryTree, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { SidePanel } from '../../shared/screen/side-panel.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { setDevicePanelOpen } from '../../workspace/panels.ts';
import { CellFacts } from './cell-facts.tsx';
import { dropDrafts, useDrafts } from './metadata-drafts.ts';
import classes from './metadata-editor.module.css';
import { gridColumns } from './metadata-grid.ts';
import { MetadataTable } from './metadata-table.tsx';
import { useAttributeLabels } from './use-cell-words.ts';
import { type Grid, useGrid } from './use-grid.ts';
import { type MetadataRows, useMetadataRows } from './use-metadata-rows.ts';

const ReviewDialog = lazy(async () => ({ default: (await import('./review-dialog.tsx')).ReviewDialog }));

/** What is known of the selected devices, to be read and changed in place. */
export function MetadataScreen() {
  const { formatMessage } = useIntl();
  const canEdit = usePermission('EditMetadata');
  const { nameOf } = useAttributeLabels();
  const data = useMetadataRows();
  const { rows } = data;
  const drafts = useDrafts();
  const [showAll, setShowAll] = useState(false);
  const [search, setSearch] = useState('');
  const [isReviewing, setReviewing] = useState(false);
  const columns = useMemo(() => gridColumns(rows, { showAll, search, nameOf }), [rows, showAll, search, nameOf]);
  const grid = useGrid({ rows, columns, drafts, canEdit });
  const changed = Object.keys(drafts).length;
  const wrong = Object.values(drafts).filter(({ problem }) => problem !== undefined).length;

  return (
    <Screen
      fullBleed
      title={formatMessage({ id: 'Route_metadata' })}
      subtitle={
        changed > 0 ? (
          <span className={classes.unsaved}>{formatMessage({ id: 'Metadata_Unsaved' }, { changed, wrong })}</span>
        ) : (
          !canEdit && formatMessage({ id: 'Metadata_ReadOnly' })
        )
      }
      actions={
        canEdit && (
          <>
            <Button variant="default" disabled={changed === 0} onClick={() => dropDrafts(Object.keys(drafts))}>
              {formatMessage({ id: 'Form_Discard_Action' })}
            </Button>
            <Button disabled={changed === 0} onClick={() => setReviewing(true)}>
              {formatMessage({ id: 'Metadata_Review' }, { changed })}
            </Button>
          </>
        )
      }
    >
      <MetadataBody data={data} grid={grid} canEdit={canEdit} filter={{ search, setSearch, showAll, setShowAll }} />
      {isReviewing && (
        <Suspense>
          <ReviewDialog drafts={drafts} rows={rows} onClose={() => setReviewing(false)} />
        </Suspense>
      )}
    </Screen>
  );
}

interface MetadataBodyProps {
  data: MetadataRows;
  grid: Grid;
  canEdit: boolean;
  filter: ColumnFilter;
}

function MetadataBody({ data, grid, canEdit, filter }: MetadataBodyProps) {
  const { formatMessage } = useIntl();
  const { rows, selectedCount, isTooMany, isPending, error, refetch } = data;
  if (selectedCount === 0) return <NothingChosen />;
  if (isTooMany)
    return (
      <StateMessage icon={<IconTable />} level="page" titleAs="p" title={formatMessage({ id: 'Metadata_TooMany_Title' })} role="alert">
        {formatMessage({ id: 'Signals_TooManyDevices_Message' }, { requested: selectedCount, allowed: LIMITS.metadataDevices })}
      </StateMessage>
    );
  if (error && rows.length === 0)
    return <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={() => void refetch()} />;
  if (isPending && rows.length === 0)
    return <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} data-skeleton />;
  return (
    <>
      <ColumnTools filter={filter} onFillDown={canEdit ? grid.fillDown : undefined} />
      {grid.columns.length === 0 ? (
        <StateMessage icon={<IconTable />} title={formatMessage({ id: 'Metadata_NoColumns' })} role="status" />
      ) : (
        <MetadataTable grid={grid} />
      )}
      <SidePanel title={formatMessage({ id: 'Metadata_Facts' })}>
        <CellFacts grid={grid} />
      </SidePanel>
    </>
  );
}

interface ColumnFilter {
  search: string;
  setSearch: (search: string) => void;
  showAll: boolean;
  setShowAll: (showAll: boolean) => void;
}

function ColumnTools({ filter, onFillDown }: { filter: ColumnFilter; onFillDown: (() => void) | undefined }) {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.tools}>
      <div className={classes.search}>
        <SearchField value={filter.search} onChange={filter.setSearch} placeholder={formatMessage({ id: 'Metadata_Search' })} />
      </div>
      <Switch
        size="xs"
        checked={filter.showAll}
        onChange={(event) => filter.setShowAll(event.currentTarget.checked)}
        label={formatMessage({ id: 'Metadata_ShowAll' })}
      />
      {onFillDown && (
        <Button variant="subtle" leftSection={<IconArrowBarToDown />} onClick={onFillDown}>
          {formatMessage({ id: 'Metadata_FillDown' })}
        </Button>
      )}
    </div>
  );
}

function NothingChosen() {
  const { formatMessage } = useIntl();
  return (
    <StateMessage
      icon={<IconBinaryTree />}
      level="page"
      titleAs="p"
      title={formatMessage({ id: 'Metadata_Choose_Title' })}
      actions={
        <Button variant="default" onClick={() => setDevicePanelOpen(true)}>
          {formatMessage({ id: 'Metadata_Choose_Action' })}
        </Button>
      }
    >
      {formatMessage({ id: 'Metadata_Choose_Message' }, { allowed: LIMITS.metadataDevices })}
    </StateMessage>
  );
}
