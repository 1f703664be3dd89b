import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { LIMITS } from '@solvane/contract/limits';
import { EditableGrid } from '@solvane/ui/editable-grid';
import { EditableGridForm } from '@solvane/ui/editable-grid-form';
import { IconArrowBarToDown, IconBinaryTree, IconColumnInsertRight, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { SaveBar } from '../../shared/controls/save-bar.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { SidePanel } from '../../shared/screen/side-panel.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { setDevicePanelOpen } from '../../workspace/panels.ts';
import { CellFacts } from './cell-facts.tsx';
import { dropDrafts, useDrafts } from './metadata-drafts.ts';
import classes from './metadata-editor.module.css';
import { metadataColumns } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import { type MetadataGrid, useMetadataGrid } from './use-metadata-grid.ts';
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
  const attributes = useMemo(() => metadataColumns(rows, { showAll, search, nameOf }), [rows, showAll, search, nameOf]);
  const grid = useMetadataGrid({ rows, attributes, drafts, canEdit });
  const changed = Object.keys(drafts).length;
  const wrong = Object.values(drafts).filter(({ problem }) => problem !== undefined).length;

  return (
    <Screen
      fullBleed
      title={formatMessage({ id: 'Route_metadata' })}
      subtitle={canEdit ? undefined : formatMessage({ id: 'Metadata_ReadOnly' })}
    >
      <MetadataBody data={data} grid={grid} filter={{ search, setSearch, showAll, setShowAll }} />
      <SaveBar
        changeCount={changed}
        detail={wrong > 0 && formatMessage({ id: 'Metadata_Wrong' }, { wrong })}
        saveLabel={formatMessage({ id: 'Metadata_Review' }, { changed })}
        onSave={() => setReviewing(true)}
        onDiscard={() => dropDrafts(Object.keys(drafts))}
      />
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
  grid: MetadataGrid;
  filter: ColumnFilter;
}

function MetadataBody({ data, grid, filter }: MetadataBodyProps) {
  const { formatMessage } = useIntl();
  const { rows, selectedCount, isTooMany, isPending, error, refetch } = data;
  const isPhone = useViewport() === 'phone';
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
      {/* Filling needs a range of cells, which the form has not. */}
      <ColumnTools filter={filter} cells={grid.cells.canEdit && !isPhone ? grid.cells : undefined} />
      {grid.attributes.length === 0 ? (
        <StateMessage icon={<IconTable />} title={formatMessage({ id: 'Metadata_NoColumns' })} role="status" />
      ) : (
        <Cells grid={grid} isPhone={isPhone} />
      )}
      <SidePanel title={formatMessage({ id: 'Metadata_Facts' })}>
        <CellFacts grid={grid} />
      </SidePanel>
    </>
  );
}

/** Side by side, or on a phone below each other. */
function Cells({ grid: { cells }, isPhone }: { grid: MetadataGrid; isPhone: boolean }) {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: 'Route_metadata' });
  const device = formatMessage({ id: 'Metadata_Device' });
  if (isPhone)
    return (
      <EditableGridForm grid={cells} labels={{ name, row: device, nothingFound: formatMessage({ id: 'Form_Select_NothingFound' }) }} />
    );
  return <EditableGrid grid={cells} labels={{ name, keys: formatMessage({ id: 'Metadata_Keys' }), corner: device }} />;
}

interface ColumnFilter {
  search: string;
  setSearch: (search: string) => void;
  showAll: boolean;
  setShowAll: (showAll: boolean) => void;
}

interface ColumnToolsProps {
  filter: ColumnFilter;
  /** undefined: nothing can be filled. */
  cells: Pick<MetadataGrid['cells'], 'fillDown' | 'fillColumn' | 'rows'> | undefined;
}

function ColumnTools({ filter, cells }: ColumnToolsProps) {
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
      {cells && (
        <>
          <Button variant="subtle" leftSection={<IconArrowBarToDown />} onClick={cells.fillDown}>
            {formatMessage({ id: 'Metadata_FillDown' })}
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconColumnInsertRight />}
            disabled={cells.rows.length < 2}
            title={formatMessage({ id: 'Metadata_FillColumn_Help' })}
            onClick={cells.fillColumn}
          >
            {formatMessage({ id: 'Metadata_FillColumn' })}
          </Button>
        </>
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
