import { queryOptions } from '@tanstack/react-query';
import type { AnyWidget, WidgetLibrary, WidgetRegistry } from './define-widget.ts';

/** Asking for the files of twenty types takes the browser 70 ms: after so many types it is free for a moment. */
const AT_ONCE = 5;

/** Code of some types of widgets; types that the library does not have are left out. */
export function widgetTypesQuery(library: WidgetLibrary, types: readonly string[]) {
  const known = [...new Set(types)].filter((type) => library[type]).toSorted();
  return queryOptions({
    queryKey: ['widgetTypes', ...known],
    queryFn: async (): Promise<WidgetRegistry> => {
      const loading: Promise<[string, AnyWidget | undefined]>[] = [];
      for (const [index, type] of known.entries()) {
        if (index > 0 && index % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
        const widget = load(library, type);
        // One that fails while others are still asked for is reported below.
        widget.catch(() => undefined);
        loading.push(widget);
      }
      return Object.fromEntries(await Promise.all(loading));
    },
    // Code, which neither ages nor comes from the server's interface.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    structuralSharing: false,
  });
}

async function load(library: WidgetLibrary, type: string): Promise<[string, AnyWidget | undefined]> {
  return [type, await library[type]?.()];
}
