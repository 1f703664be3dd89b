import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { sharedUrlEndpoints } from '@solvane/contract/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { findPage } from '../../shared/routing/navigation-tree.ts';
import { PAGE_NAMES } from '../../shared/routing/page.ts';
import { usePages } from '../../shared/routing/use-pages.ts';
import { toPeriodParam } from '../../shared/time/period-address.ts';
import { replaceDevices } from '../../workspace/device-selection.ts';
import { findNode, treeLoader } from '../../workspace/fleet/trees.ts';
import { useFleet, useSelectEnterprises } from '../../workspace/fleet/use-fleet.ts';
import { showNotice } from '../../workspace/notices.ts';
import { restoreSharedView, toPeriodOf } from '../../workspace/shared-view.ts';
import { replaceSignals } from '../../workspace/signal-selection.ts';

/** Carries out what an address asks for, then takes it out of the address: a shared view, or devices and signals to select. */
export default function AddressOrders() {
  useSharedView();
  useNamedDevices();
  useNamedSignals();
  return null;
}

function useSharedView(): void {
  const router = useRouter();
  const pages = usePages();
  const queryClient = useQueryClient();
  const selectEnterprises = useSelectEnterprises();
  const { selectedIds } = useFleet();
  const sharedId = useSearch({ strict: false, select: ({ sharedId: id }) => id });
  const restore = useEffectEvent(async (shortId: string): Promise<void> => {
    const shared = await queryClient
      .fetchQuery({ queryKey: ['sharedUrls', 'get', shortId], queryFn: () => call(sharedUrlEndpoints.get, { params: { shortId } }) })
      .catch(() => undefined);
    const name = PAGE_NAMES.find((known) => known === shared?.pageName);
    const page = name && findPage(pages, name);
    if (!shared || !page) {
      showNotice({ kind: 'error', title: 'SharedUrl_Invalid_Url' });
      await router.navigate({ to: '.', search: (previous) => ({ ...previous, sharedId: undefined }), replace: true });
      return;
    }
    const wanted = shared.parameters.enterpriseIds;
    if (wanted.length > 0 && wanted.join() !== selectedIds.join()) await selectEnterprises.mutateAsync(wanted);
    restoreSharedView(shared);
    const period = toPeriodOf(shared.parameters);
    const search = { ...parsedValues(shared.parameters.routeParams, page.path), period: period && toPeriodParam(period) };
    await router.navigate({ to: page.path, params: shared.parameters.routeParams, search, replace: true } as never);
  });
  // An address is outside of React, and what it asks for happens once.
  useEffect(() => {
    if (sharedId !== undefined) void restore(sharedId);
  }, [sharedId]);
}

/** Values of the address are JSON; one that is none is taken as text (spec §5). */
function parsedValues(routeParams: Record<string, string>, path: string): Record<string, unknown> {
  const own = Object.entries(routeParams).filter(([name]) => !path.includes(`$${name}`));
  return Object.fromEntries(own.map(([name, text]) => [name, parseOrText(text)]));
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Devices are known once the tree of their site is loaded: all trees are asked for, and the order is carried out when they are there. */
function useNamedDevices(): void {
  const router = useRouter();
  const { allSites } = useFleet();
  const devices = useSearch({ strict: false, select: ({ devices: ids }) => ids });
  const select = useEffectEvent((): boolean => {
    const state = treeLoader.store.get();
    const siteById = new Map(allSites.map((site) => [site.siteId, site]));
    const siteOf = new Map<string, (typeof allSites)[number]>(allSites.map((site) => [site.siteSegmentId, site]));
    const found = (devices ?? []).flatMap((id) => {
      const node = findNode(state, id);
      const site = siteOf.get(id) ?? (node && siteById.get(node.tree.siteId));
      const segmentId = segmentIdSchema.safeParse(id).data;
      return site && segmentId
        ? [
            [
              segmentId,
              { siteSegmentId: site.siteSegmentId, enterpriseId: site.enterpriseId, contractorEnterpriseIds: site.contractorEnterpriseIds },
            ] as const,
          ]
        : [];
    });
    const isComplete = found.length === devices?.length || (allSites.length > 0 && state.trees.size + state.failed.size >= allSites.length);
    if (!isComplete) return false;
    if (found.length > 0) replaceDevices(Object.fromEntries(found));
    void router.navigate({ to: '.', search: (previous) => ({ ...previous, devices: undefined }), replace: true });
    return true;
  });
  // The trees come in from outside of React.
  useEffect(() => {
    if (devices === undefined || allSites.length === 0 || select()) return;
    treeLoader.setSites(new Map(allSites.map(({ siteId, treeVersion }) => [siteId, treeVersion])));
    treeLoader.want(
      'search',
      allSites.map(({ siteId }) => siteId),
    );
    const subscription = treeLoader.store.subscribe(() => {
      if (select()) subscription.unsubscribe();
    });
    return () => subscription.unsubscribe();
  }, [devices, allSites]);
}

function useNamedSignals(): void {
  const router = useRouter();
  const signals = useSearch({ strict: false, select: ({ signals: ids }) => ids });
  // An address is outside of React, and what it asks for happens once.
  useEffect(() => {
    if (signals === undefined) return;
    replaceSignals(signals.flatMap((id) => signalIdSchema.safeParse(id).data ?? []));
    void router.navigate({ to: '.', search: (previous) => ({ ...previous, signals: undefined }), replace: true });
  }, [signals, router]);
}
