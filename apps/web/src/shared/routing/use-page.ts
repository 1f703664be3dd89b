import { useMatches } from '@tanstack/react-router';
import type { PageData } from './page.ts';

/** What the route in view says about its page. */
export function usePage(): PageData {
  return useMatches({ select: (matches) => (matches.at(-1) ?? matches[0])?.staticData ?? UNKNOWN });
}

const UNKNOWN: PageData = { name: 'app', title: 'App_ProductName' };
