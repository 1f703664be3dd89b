import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { QueryView } from '../states/query-view.tsx';
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
