import { Button } from '@mantine/core';
import type { SegmentId } from '@solvane/contract/ids';
import type { SignalDefinition } from '@solvane/contract/signals';
import { powerDevices } from '@solvane/contract/widgets/widget-devices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { signalDefinitionsQuery } from '../../shared/signals/definitions.queries.ts';
import { isWithinDeviceLimit, replaceDevices, useDeviceSelection, useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import type { SiteTree } from '../../workspace/fleet/site-tree.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import classes from './signals-panel.module.css';

const MEASURED = new Set(['ActivePower||Raw', 'ActivePower||Validated']);
const MOST_NAMED = 3;

/** Names the devices that measure the power of a selected site which has no measurement of its own, and selects them. */
export function PowerNote({ definitions }: { definitions: readonly SignalDefinition[] }) {
  const { formatMessage, formatList } = useIntl();
  const selection = useDeviceSelection();
  const segmentIds = useSelectedSegmentIds();
  const trees = useTrees();
  const sites = useMemo(() => {
    const own = measuring(definitions);
    return segmentIds.flatMap((id) => {
      const found = own.has(id) ? undefined : findNode(trees, id);
      return found?.index === 0 ? [found.tree] : [];
    });
  }, [definitions, segmentIds, trees]);
  const candidates = useMemo(() => sites.flatMap(devicesOf), [sites]);
  const ids = candidates.map(({ id }) => id);
  const { data, isPlaceholderData } = useQuery(signalDefinitionsQuery(ids));
  if (!data || isPlaceholderData) return null;
  const known = measuring(data);
  const devices = candidates.filter(({ id }) => known.has(id));
  const missing = devices.filter(({ id }) => !segmentIds.includes(id));
  if (missing.length === 0) return null;
  const more = devices.length - MOST_NAMED;
  const names = [
    ...devices.slice(0, MOST_NAMED).map(({ name }) => name),
    ...(more > 0 ? [formatMessage({ id: 'SignalsPanel_PowerNote_More' }, { count: more })] : []),
  ];
  const select = (): void =>
    replaceDevices({
      ...selection,
      ...Object.fromEntries(missing.flatMap(({ id, siteSegmentId }) => (selection[siteSegmentId] ? [[id, selection[siteSegmentId]]] : []))),
    });
  const siteNames = formatList(sites.map(({ nodes }) => nodes[0]?.name ?? ''));
  return (
    <div className={classes.note} role="note">
      {formatMessage({ id: 'SignalsPanel_PowerNote' }, { sites: siteNames, count: sites.length, devices: formatList(names) })}
      {isWithinDeviceLimit(segmentIds.length + missing.length) && (
        <Button variant="subtle" size="xs" onClick={select}>
          {formatMessage({ id: 'SignalsPanel_PowerNote_Select' })}
        </Button>
      )}
    </div>
  );
}

function measuring(definitions: readonly SignalDefinition[]): ReadonlySet<SegmentId> {
  return new Set(definitions.filter(({ signalId }) => MEASURED.has(signalId)).map(({ segmentId }) => segmentId));
}

function devicesOf(tree: SiteTree): { id: SegmentId; name: string; siteSegmentId: SegmentId }[] {
  const ids = new Set<string>(powerDevices(tree));
  const [site] = tree.nodes;
  return tree.nodes.flatMap(({ id, name }) => (site && ids.has(id) ? [{ id, name, siteSegmentId: site.id }] : []));
}
