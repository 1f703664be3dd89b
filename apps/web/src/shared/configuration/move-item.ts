/** @param to - new index, from 0; limited to the list */
export function moveItem<Item extends { id: string }>(items: readonly Item[], id: string, to: number): Item[] {
  const from = items.findIndex((item) => item.id === id);
  const moved = items[from];
  const index = Math.max(0, Math.min(items.length - 1, to));
  if (!moved || index === from) return [...items];
  const others = items.filter((item) => item.id !== id);
  return [...others.slice(0, index), moved, ...others.slice(index)];
}
