import type { Site } from '@solvane/contract/fleet';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useTypeLabel } from '../../shared/fleet/use-type-label.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import type { PageNode } from '../../shared/routing/navigation-tree.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { useScreenActions } from '../../shared/screen/screen-actions.ts';
import { type DeviceSelection, replaceDevices } from '../../workspace/device-selection.ts';
import { ancestorsOf, type SiteTree } from '../../workspace/fleet/site-tree.ts';
import { useTrees } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { refreshNow } from '../../workspace/refresh.ts';
import { useShare } from '../routing/use-share.ts';
import { signOut } from '../session/login-redirect.ts';
import { useSetTheme } from '../theme/color-scheme.ts';
import { eventIdIn, type PaletteEntry } from './palette-entries.ts';

/** Everything that can be gone to or done by name. Devices come with the first letter: a hundred thousand of them are not made ready to open an empty field. */
export function usePaletteEntries({ withDevices }: { withDevices: boolean }): PaletteEntry[] {
  const pages = usePageEntries();
  const actions = useActionEntries();
  const fleet = useFleetEntries(withDevices);
  return useMemo(() => [...pages, ...actions, ...fleet], [pages, actions, fleet]);
}

function usePageEntries(): PaletteEntry[] {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const navigation = useNavigation();
  return useMemo(() => {
    const toEntries = (node: PageNode, group: string): PaletteEntry[] => {
      const name = formatMessage({ id: node.page.title });
      if (node.children.length > 0) return node.children.flatMap((child) => toEntries(child, name));
      return [
        {
          key: `page:${node.page.name}`,
          kind: 'page',
          name,
          note: [group, node.page.isComing ? formatMessage({ id: 'Page_ComingSoon_Title' }) : ''].filter(Boolean).join(', '),
          run: ({ newTab }) => navigateTo(node.page.name, {}, { newTab }),
        },
      ];
    };
    return navigation.flatMap((node) => toEntries(node, ''));
  }, [navigation, formatMessage, navigateTo]);
}

function useActionEntries(): PaletteEntry[] {
  const { formatMessage } = useIntl();
  const setTheme = useSetTheme();
  const navigateTo = useNavigateTo();
  const { mutate: share } = useShare();
  const ofScreen = useScreenActions();
  return useMemo(
    () => [
      ...ofScreen.map(
        ({ label, run }): PaletteEntry => ({ key: `action:${label}`, kind: 'action', name: formatMessage({ id: label }), note: '', run }),
      ),
      {
        key: 'action:light',
        kind: 'action',
        name: formatMessage({ id: 'Palette_LightTheme' }),
        note: '',
        run: () => setTheme('light'),
      },
      { key: 'action:dark', kind: 'action', name: formatMessage({ id: 'Palette_DarkTheme' }), note: '', run: () => setTheme('dark') },
      { key: 'action:refresh', kind: 'action', name: formatMessage({ id: 'Refresh_Now' }), note: '', run: () => refreshNow() },
      { key: 'action:account', kind: 'action', name: formatMessage({ id: 'Route_account' }), note: '', run: () => navigateTo('account') },
      { key: 'action:signOut', kind: 'action', name: formatMessage({ id: 'Account_SignOut' }), note: '', run: () => void signOut() },
      { key: 'action:share', kind: 'action', name: formatMessage({ id: 'Share_Label' }), note: '', run: () => share() },
    ],
    [formatMessage, setTheme, share, navigateTo, ofScreen],
  );
}

/** The event whose id was typed, for who may see events; whether there is one its page says. */
export function useEventEntry(text: string): PaletteEntry | undefined {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const mayRead = usePermission('PageEventLogs');
  const eventId = eventIdIn(text);
  if (!eventId || !mayRead) return undefined;
  const name = formatMessage({ id: 'Palette_Event' }, { eventId });
  return {
    key: `event:${eventId}`,
    kind: 'event',
    name,
    note: '',
    run: ({ newTab }) => navigateTo('event-details', { eventId }, { newTab }),
  };
}

function useFleetEntries(withDevices: boolean): PaletteEntry[] {
  const { sites } = useFleet();
  const { trees } = useTrees();
  const typeLabel = useTypeLabel();
  const navigateTo = useNavigateTo();
  return useMemo(() => {
    const open = (site: Site, id: string) => (options: { newTab: boolean }) => {
      const segment = {
        siteSegmentId: site.siteSegmentId,
        enterpriseId: site.enterpriseId,
        contractorEnterpriseIds: site.contractorEnterpriseIds,
      };
      if (!options.newTab) replaceDevices({ [id]: segment } as DeviceSelection);
      navigateTo('data-studio', {}, { newTab: options.newTab, search: options.newTab ? { devices: [id] } : {} });
    };
    return sites.flatMap((site): PaletteEntry[] => {
      const tree = withDevices ? trees.get(site.siteId) : undefined;
      const own: PaletteEntry = {
        key: `site:${site.siteId}`,
        kind: 'site',
        name: site.name,
        note: site.metadata.country ?? '',
        terms: site.siteId,
        run: open(site, site.siteSegmentId),
      };
      const devices = (tree?.nodes ?? []).flatMap((node, index): PaletteEntry[] =>
        tree && index > 0
          ? [
              {
                key: `device:${node.id}`,
                kind: 'device',
                name: node.name,
                terms: node.id,
                note: `${pathOf(tree, index)} ${typeLabel(node.type)}`,
                run: open(site, node.id),
              },
            ]
          : [],
      );
      return [own, ...devices];
    });
  }, [sites, trees, typeLabel, navigateTo, withDevices]);
}

function pathOf(tree: SiteTree, index: number): string {
  return ancestorsOf(tree, index)
    .map((above) => tree.nodes[above]?.name ?? '')
    .join(' / ');
}
