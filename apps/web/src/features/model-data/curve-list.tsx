import { ActionIcon, Button, Menu } from '@mantine/core';
import type { CurveTurbine, ListedPowerCurve } from '@solvane/contract/models';
import { type DataColumn, ROW_LINK } from '@solvane/ui/data-table-props';
import { IconChartDots, IconDots, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { SearchField } from '../../shared/fields/search-field.tsx';
import { useAddressOf, useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { confirmDelete } from '../../workspace/delete-confirmation.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useCurveFacts } from './curve-facts.ts';
import classes from './model-data.module.css';
import { curveTurbinesQuery, powerCurvesQuery, useRemoveCurve } from './model-data.queries.ts';
import type { ModelDataSearch } from './model-data-search.ts';

interface CurveListProps {
  onSearch: (search: ModelDataSearch, options?: { isNewPlace?: boolean }) => void;
}

/** Power curves of the selected enterprises. */
export function CurveList({ onSearch }: CurveListProps) {
  const { formatMessage } = useIntl();
  const mayEdit = usePermission('EditMetadata');
  const { selectedIds } = useFleet();
  const navigateTo = useNavigateTo();
  const curves = useQuery(powerCurvesQuery());
  const turbines = useQuery(curveTurbinesQuery());
  const [text, setText] = useState('');
  const removal = useRemoval();
  const rows = useRows(curves.data?.items, turbines.data?.items)?.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId));
  const wanted = text.trim().toLocaleLowerCase();
  const found = rows?.filter((row) => row.searched.includes(wanted));
  const columns = useColumns(removal.ask);
  const measure = (): void => onSearch({ show: 'measured' }, { isNewPlace: true });
  const upload = (): void => navigateTo('data-upload', {}, { search: { kind: 'powerCurves' } });
  const query = {
    data: rows,
    error: curves.error ?? turbines.error,
    isFetching: curves.isFetching || turbines.isFetching,
    isPlaceholderData: false,
    refetch: () => Promise.all([curves.refetch(), turbines.refetch()]),
  };
  const actions = (
    <>
      <Button variant="default" leftSection={<IconChartDots size={16} />} onClick={measure}>
        {formatMessage({ id: 'ModelData_Measured' })}
      </Button>
      {mayEdit && (
        <Button leftSection={<IconUpload size={16} />} onClick={upload}>
          {formatMessage({ id: 'ModelData_Upload' })}
        </Button>
      )}
    </>
  );
  return (
    <Screen
      title={formatMessage({ id: 'Route_model-data' })}
      subtitle={formatMessage({ id: 'ModelData_Subtitle' })}
      actions={rows?.length === 0 ? undefined : actions}
    >
      <QueryView
        query={query}
        level="page"
        errorTitle="Common_Error_Query_Title"
        isEmpty={(all) => all.length === 0}
        empty={{
          title: formatMessage({ id: 'ModelData_Empty' }),
          reason: formatMessage({ id: 'ModelData_Empty_Reason' }),
          action: actions,
        }}
      >
        {() => (
          <div className={classes.stack}>
            {removal.problems}
            <div className={classes.search}>
              <SearchField value={text} onChange={setText} placeholder={formatMessage({ id: 'ModelData_Search' })} shortcut="/" />
            </div>
            <ScreenTable
              label={formatMessage({ id: 'ModelData_List' })}
              rows={found}
              columns={columns}
              getRowId={({ id }) => id}
              nameOf={({ name }) => name}
              rowHeight={36}
              empty={formatMessage({ id: 'ModelData_NothingFound' }, { text })}
              onOpen={({ id }) => onSearch({ curve: id }, { isNewPlace: true })}
            />
          </div>
        )}
      </QueryView>
    </Screen>
  );
}

interface CurveRow extends ListedPowerCurve {
  models: string;
  turbineText: string;
  period: string;
  ranges: string;
  /** All that the search looks at. */
  searched: string;
}

function useRows(curves: readonly ListedPowerCurve[] | undefined, turbines: readonly CurveTurbine[] | undefined): CurveRow[] | undefined {
  const { formatMessage } = useIntl();
  const factsOf = useCurveFacts(turbines ?? []);
  if (!curves || !turbines) return undefined;
  return curves.map((curve) => {
    const facts = factsOf(curve);
    const type = formatMessage({ id: `PowerCurve_Type_${curve.type}` });
    const searched = [curve.name, type, facts.models, facts.turbineText, curve.uploadedBy].join('\n').toLocaleLowerCase();
    return { ...curve, ...facts, searched };
  });
}

/** Deletes a curve after a question; `problems` says where one is in use. */
function useRemoval(): { ask: (curve: ListedPowerCurve) => void; problems: ReactNode } {
  const removal = useRemoveCurve();
  const ask = (curve: ListedPowerCurve): void => {
    removal.reset();
    confirmDelete({
      title: 'ModelData_Delete_Title',
      message: 'ModelData_Delete_Message',
      values: { name: curve.name },
      label: 'ModelData_Delete',
      run: () =>
        removal.mutateAsync(curve).then(
          () => undefined,
          () => undefined,
        ),
    });
  };
  return { ask, problems: <SaveProblems error={removal.error} title="Configuration_Delete_Refused" /> };
}

function useColumns(onRemove: (curve: ListedPowerCurve) => void): DataColumn<CurveRow>[] {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const addressOf = useAddressOf();
  return [
    {
      id: 'name',
      header: formatMessage({ id: 'ModelData_Field_name' }),
      value: ({ name }) => name,
      isRowHeader: true,
      width: 200,
      card: 'title',
      cell: ({ id, name }) => (
        <Link {...ROW_LINK} to={addressOf('model-data', {}, { curve: id })}>
          {name}
        </Link>
      ),
    },
    {
      id: 'type',
      header: formatMessage({ id: 'ModelData_Field_type' }),
      value: ({ type }) => formatMessage({ id: `PowerCurve_Type_${type}` }),
      width: 110,
      card: 'value',
    },
    {
      id: 'models',
      header: formatMessage({ id: 'ModelData_Models' }),
      value: ({ models }) => models || null,
      title: ({ models }) => models,
      reason: ({ segmentIds }) => formatMessage({ id: segmentIds.length === 0 ? 'ModelData_NoTurbines' : 'ModelData_NoModels' }),
      width: 170,
      givesWay: 2,
      card: 'fact',
    },
    {
      id: 'count',
      header: formatMessage({ id: 'ModelData_Count' }),
      value: ({ segmentIds }) => segmentIds.length,
      text: (count) => formatNumber(Number(count)),
      align: 'end',
      width: 90,
    },
    {
      id: 'turbines',
      header: formatMessage({ id: 'ModelData_Field_turbines' }),
      value: ({ turbineText }) => turbineText || null,
      title: ({ turbineText }) => turbineText,
      reason: () => formatMessage({ id: 'ModelData_NoTurbines' }),
      width: 200,
      canGrow: true,
      card: 'subtitle',
    },
    {
      id: 'period',
      header: formatMessage({ id: 'ModelData_Period' }),
      value: ({ effectiveStartMs }) => effectiveStartMs ?? Number.NEGATIVE_INFINITY,
      cell: ({ period }) => period,
      title: ({ period }) => period,
      width: 210,
      givesWay: 3,
      card: 'fact',
    },
    {
      id: 'ranges',
      header: formatMessage({ id: 'ModelData_Ranges' }),
      value: ({ ranges }) => ranges,
      title: ({ ranges }) => ranges,
      width: 200,
      givesWay: 1,
      card: 'fact',
    },
    {
      id: 'changed',
      header: formatMessage({ id: 'ModelData_Changed' }),
      value: ({ uploadedMs }) => uploadedMs,
      cell: ({ uploadedMs, uploadedBy }) => `${formatDate(uploadedMs, { dateStyle: 'medium' })}, ${uploadedBy}`,
      title: ({ uploadedMs, uploadedBy }) => `${formatDate(uploadedMs, { dateStyle: 'medium', timeStyle: 'short' })}, ${uploadedBy}`,
      width: 200,
      givesWay: 4,
      card: 'fact',
    },
    {
      id: 'actions',
      header: formatMessage({ id: 'Dashboard_List_Actions' }),
      isHeadHidden: true,
      align: 'end',
      width: 56,
      card: 'meta',
      cell: (row) =>
        row.can.edit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'ModelData_Actions' }, { name: row.name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconTrash size={16} />} color="danger" onClick={() => onRemove(row)}>
                {formatMessage({ id: 'ModelData_Delete' })}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
    },
  ];
}
