import type { TableSelection } from './data-table-props.tsx';

/** The selection of a table whose selected rows are a set of ids. */
export function selectedIds(selected: ReadonlySet<string>, onChange: (selected: ReadonlySet<string>) => void): TableSelection {
  return {
    isSelected: (id) => selected.has(id),
    onSelect: (ids, isOn) => onChange(isOn ? selected.union(new Set(ids)) : selected.difference(new Set(ids))),
  };
}
