import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { QueryView } from '../states/query-view.tsx';
import { useIdleAfter } from '../states/use-idle-after.ts';
import type { WidgetLibrary, WidgetRegistry } from './define-widget.ts';
import { widgetTypesQuery } from './widget-types.queries.ts';

interface WidgetTypesProps {
  library: WidgetLibrary;
  /** Only their types load. Absent: every type. */
  of?: readonly Pick<StoredWidget, 'type'>[];
  children: (registry: WidgetRegistry) => ReactNode;
}

/** Loads types of widgets for what draws them. */
export function WidgetTypes({ library, of, children }: WidgetTypesProps) {
  const types = useMemo(() => of?.map(({ type }) => type) ?? Object.keys(library), [library, of]);
  return <QueryView query={useQuery(widgetTypesQuery(library, types))}>{children}</QueryView>;
}

interface FirstWidgetTypesProps extends Omit<WidgetTypesProps, 'of' | 'children'> {
  of: readonly Pick<StoredWidget, 'type'>[];
  children: (registry: WidgetRegistry, loading: ReadonlySet<string>) => ReactNode;
  /** Types that are drawn as soon as they are there; the others load when the browser has nothing else to do. */
  first: readonly string[];
}

/** The same in two steps, for a screen whose numbers are not to wait for its pictures. */
export function FirstWidgetTypes({ library, of, first, children }: FirstWidgetTypesProps) {
  const types = useMemo(() => of.map(({ type }) => type), [of]);
  const own = useMemo(() => types.filter((type) => first.includes(type)), [types, first]);
  const query = useQuery(widgetTypesQuery(library, own));
  const isIdle = useIdleAfter(query.isSuccess);
  const all = useQuery({ ...widgetTypesQuery(library, types), enabled: isIdle });
  const later = useMemo(() => new Set(types.filter((type) => library[type] && !own.includes(type))), [types, library, own]);
  if (!all.isPending) return <QueryView query={all}>{(registry) => children(registry, NONE)}</QueryView>;
  return <QueryView query={query}>{(registry) => children(registry, later)}</QueryView>;
}

const NONE: ReadonlySet<string> = new Set();
