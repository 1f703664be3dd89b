import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { findPage } from './navigation-tree.ts';
import type { PageName } from './page.ts';
import { usePages } from './use-pages.ts';

export interface NavigateOptions {
  /** Opens the screen in a tab of its own; also what middle click and Ctrl or Cmd with a click ask for. */
  newTab?: boolean;
  /** What the address carries beside its path. */
  search?: Record<string, unknown>;
}

export type NavigateTo = (name: PageName, params?: Record<string, string>, options?: NavigateOptions) => void;

/** The one way to go to a screen by its name. */
export function useNavigateTo(): NavigateTo {
  const router = useRouter();
  const addressOf = useAddressOf();
  return useCallback(
    (name, params = {}, { newTab = false, search = {} } = {}) => {
      const href = addressOf(name, params, search);
      if (newTab) window.open(href, '_blank', 'noopener');
      else void router.navigate({ href });
    },
    [router, addressOf],
  );
}

/** Address of a screen, with the period in view: for links and for copying. */
export function useAddressOf(): (name: PageName, params?: Record<string, string>, search?: Record<string, unknown>) => string {
  const router = useRouter();
  const pages = usePages();
  return useCallback(
    (name, params = {}, search = {}) => {
      const page = findPage(pages, name);
      if (!page) throw new RangeError(`No route has the name ${name}`);
      return router.buildLocation({
        to: page.path,
        params,
        search: (current: Record<string, unknown>) => ({ period: current.period, ...search }),
      } as never).href;
    },
    [router, pages],
  );
}
