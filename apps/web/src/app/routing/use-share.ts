import { sharedUrlEndpoints } from '@solvane/contract/shell';
import { useMutation } from '@tanstack/react-query';
import { useMatches, useRouter } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { copyText } from '../../shared/text/copy-text.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { showNotice } from '../../workspace/notices.ts';
import { isSidePanelOpen } from '../../workspace/panels.ts';
import { usePeriodSelection } from '../../workspace/period.ts';
import { toSharedParameters } from '../../workspace/shared-view.ts';
import { tabId } from '../../workspace/tab-id.ts';

/** Stores what is on the screen and puts a short link to it into the clipboard. */
export function useShare() {
  const router = useRouter();
  const page = usePage();
  const period = usePeriodSelection();
  const { selectedIds } = useFleet();
  const params = useMatches({ select: (matches) => matches.at(-1)?.params ?? {} });
  return useMutation({
    mutationFn: async () => {
      const { pathname, search } = router.state.location;
      const inAddress = Object.entries(search).map(
        ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      );
      const routeParams = { ...Object.fromEntries(inAddress), ...toStrings(params) };
      const parameters = toSharedParameters({
        pageName: page.name,
        routeParams,
        period,
        hasPeriod: page.datePicker === true,
        enterpriseIds: selectedIds,
        isSidePanelOpen: isSidePanelOpen(page.name),
      });
      const { shortUniqueId } = await call(sharedUrlEndpoints.create, { body: { pageName: page.name, parameters, originTabId: tabId() } });
      const link = new URL(`${pathname}?${new URLSearchParams({ sharedId: shortUniqueId })}`, window.location.origin).href;
      await copyText(link);
      return link;
    },
    onSuccess: () => showNotice({ kind: 'success', title: 'Share_Done_Title', message: 'Share_Done_Message' }),
    meta: { failedMessage: 'Share_Failed' },
  });
}

function toStrings(params: object): Record<string, string> {
  return Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
