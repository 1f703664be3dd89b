import { dropView, type TableTarget } from './ddl.ts';

/** The writer of computed points has them in order, and writes the newest of each series beside them. A view had to find it among millions of rows. */
export function newestWithoutViews(target: TableTarget): string[] {
  return ['point_validated', 'point_derived'].flatMap((table) => dropView(`${table}_to_latest`, target));
}
