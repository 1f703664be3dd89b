import type { SiteWarning } from '@solvane/contract/fleet';
import type { EventType } from '@solvane/energy/events/event-types';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconChevronRight,
  IconDotsVertical,
  IconMinus,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { useTypeName } from '../../shared/text/use-type-name.ts';
import classes from './device-panel.module.css';
import type { TreeRow } from './tree-rows.ts';
import { useSiteWarningText } from './use-site-warning-text.ts';

export type CheckState = 'checked' | 'mixed' | 'unchecked' | 'none';

export interface DeviceRowProps {
  id: string;
  index: number;
  row: TreeRow;
  /** Words of a group row. */
  groupLabel: string;
  check: CheckState;
  isFavorite: boolean;
  isFocused: boolean;
  /** Shown in the details panel. */
  isShown: boolean;
  /** Most decisive event that is open there. */
  event: EventType | undefined;
  /** What keeps the numbers of its site from being trusted. */
  warnings: readonly SiteWarning[];
  /** Pointed at: rows that only scroll by are made without buttons. */
  hasTools: boolean;
}

/** One row; clicks and keys are taken by the tree around it, which finds out by `data-part` what was meant. */
export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const { row, index } = props;
  if (row.kind === 'group') return <GroupRow {...props} row={row} />;
  if (row.kind === 'node') return <NodeRow {...props} row={row} />;
  if (row.kind === 'failed') return <FailedRow {...props} row={row} />;
  return (
    <div className={classes.row} data-index={index} data-kind="loading" style={indent(row.level)}>
      <span className={classes.ghost} />
    </div>
  );
});

type RowOf<Kind extends TreeRow['kind']> = Extract<TreeRow, { kind: Kind }>;

function GroupRow({ id, index, row, groupLabel, isFocused }: DeviceRowProps & { row: RowOf<'group'> }) {
  const { formatNumber } = useIntl();
  return (
    <div
      id={id}
      className={classes.row}
      data-index={index}
      data-kind="group"
      data-focused={isFocused || undefined}
      role="treeitem"
      aria-level={1}
      aria-expanded={row.isOpen}
      tabIndex={-1}
    >
      <Chevron isOpen={row.isOpen} />
      <span className={classes.name}>{groupLabel}</span>
      <span className={classes.count}>{formatNumber(row.siteCount)}</span>
    </div>
  );
}

function NodeRow({
  id,
  index,
  row,
  check,
  isFavorite,
  isFocused,
  isShown,
  event,
  warnings,
  hasTools,
}: DeviceRowProps & { row: RowOf<'node'> }) {
  const { formatMessage } = useIntl();
  const node = row.tree?.nodes[row.index];
  const isSite = row.index === 0;
  const name = node?.name ?? row.site.name;
  const warning = useSiteWarningText(row.site, warnings);
  const typeName = useTypeName();
  const notes = [
    event ? typeName(event) : null,
    isSite ? warning : null,
    node?.isDisabled ? formatMessage({ id: 'DevicePanel_Disabled' }) : null,
  ];
  return (
    <div
      id={id}
      className={classes.row}
      data-index={index}
      data-focused={isFocused || undefined}
      data-shown={isShown || undefined}
      data-disabled={node?.isDisabled || undefined}
      data-hit={row.isHit || undefined}
      data-site={isSite || undefined}
      style={indent(row.level)}
      role="treeitem"
      aria-level={row.level + 1}
      aria-expanded={row.isOpen}
      aria-checked={ARIA_CHECKED[check]}
      aria-disabled={check === 'none' || undefined}
      // The buttons in a row are no part of its name.
      aria-label={[name, ...notes.filter((note) => note !== null)].join(', ')}
      tabIndex={-1}
    >
      <Chevron isOpen={row.isOpen} />
      <Box check={check} />
      {isSite && (
        <span className={classes.type}>
          <EnergyTypeIcon energyType={row.site.metadata.energyType} />
        </span>
      )}
      <span className={classes.name}>{name}</span>
      {isSite && warning !== null && (
        <span className={classes.warning} aria-hidden="true" title={warning}>
          <IconAlertTriangle />
        </span>
      )}
      {node?.isDisabled && <span className={classes.note}>{formatMessage({ id: 'DevicePanel_Disabled' })}</span>}
      {(isFavorite || hasTools) && <Tools name={name} isFavorite={isFavorite} />}
      {event && (
        <span className={classes.event} aria-hidden="true" title={typeName(event)}>
          <EventMark type={event} size={10} />
        </span>
      )}
    </div>
  );
}

function Tools({ name, isFavorite }: { name: string; isFavorite: boolean }) {
  const { formatMessage } = useIntl();
  return (
    <span className={classes.tools}>
      <button
        type="button"
        tabIndex={-1}
        className={classes.tool}
        data-part="favorite"
        data-on={isFavorite || undefined}
        aria-pressed={isFavorite}
        aria-label={formatMessage({ id: 'DevicePanel_Favorite_Toggle' }, { name })}
      >
        {isFavorite ? <IconStarFilled /> : <IconStar />}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={classes.tool}
        data-part="menu"
        aria-haspopup="menu"
        aria-label={formatMessage({ id: 'DevicePanel_MenuOf' }, { name })}
      >
        <IconDotsVertical />
      </button>
    </span>
  );
}

const ARIA_CHECKED: Record<CheckState, boolean | 'mixed' | undefined> = {
  checked: true,
  mixed: 'mixed',
  unchecked: false,
  none: undefined,
};

function Box({ check }: { check: CheckState }) {
  return (
    <span className={classes.box} data-part="check" data-check={check} aria-hidden="true">
      {check === 'checked' && <IconCheck />}
      {check === 'mixed' && <IconMinus />}
    </span>
  );
}

function FailedRow({ index, row }: DeviceRowProps & { row: RowOf<'failed'> }) {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.row} data-index={index} data-kind="failed" style={indent(row.level)}>
      <span className={classes.failure}>{formatMessage({ id: 'DevicePanel_Tree_Failed' })}</span>
      <button type="button" className={classes.retry} data-part="retry" tabIndex={-1}>
        {formatMessage({ id: 'Common_Retry' })}
      </button>
    </div>
  );
}

function Chevron({ isOpen }: { isOpen: boolean | undefined }) {
  return (
    <span className={classes.chevron} data-part="chevron" aria-hidden="true">
      {isOpen !== undefined && (isOpen ? <IconChevronDown /> : <IconChevronRight />)}
    </span>
  );
}

function indent(level: number): Record<`--${string}`, number> {
  return { '--level': level };
}
