import { queryOptions } from '@tanstack/react-query';
import type { AnyWidget, WidgetLibrary, WidgetRegistry } from './define-widget.ts';

/** Code of some types of widgets; types that the library does not have are left out. */
export function widgetTypesQuery(library: WidgetLibrary, types: readonly string[]) {
  const known = [...new Set(types)].filter((type) => library[type]).toSorted();
  return queryOptions({
    queryKey: ['widgetTypes', ...known],
    queryFn: async (): Promise<WidgetRegistry> => {
      const loaded = await Promise.all(
        known.map(async (type): Promise<[string, AnyWidget | undefined]> => [type, await library[type]?.()]),
      );
      return Object.fromEntries(loaded);
    },
    // Code, which neither ages nor comes from the server's interface.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    structuralSharing: false,
  });
}
