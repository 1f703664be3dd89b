export interface RequestedLabel {
  id: string;
  y: number;
}

export interface PlacedLabel extends RequestedLabel {
  /** Where the label stands so that none covers another. */
  labelY: number;
}

/**
 * Places labels beside their lines, in the order of their lines, so that none covers another. Lines that end together (all at zero by night) would have a
 * stack of labels that belongs to none of them: a group gets none when one of its labels would be further than a row from its line.
 *
 * @returns from the top; without the labels that have no place
 */
export function placeLabels(requested: readonly RequestedLabel[], rowHeight: number, height: number): PlacedLabel[] {
  if (requested.length * rowHeight > height) return [];
  const labels = [...requested].sort((a, b) => a.y - b.y).map((label) => ({ ...label, labelY: label.y }));
  let lowest = rowHeight / 2;
  for (const label of labels) {
    label.labelY = Math.max(label.labelY, lowest);
    lowest = label.labelY + rowHeight;
  }
  let highest = height - rowHeight / 2;
  for (const label of labels.toReversed()) {
    label.labelY = Math.min(label.labelY, highest);
    highest = label.labelY - rowHeight;
  }
  return groupsOf(labels, rowHeight).flatMap((group) => (group.some(({ y, labelY }) => Math.abs(y - labelY) > rowHeight) ? [] : group));
}

/** Labels that touch each other. */
function groupsOf(labels: readonly PlacedLabel[], rowHeight: number): PlacedLabel[][] {
  const groups: PlacedLabel[][] = [];
  for (const label of labels) {
    const before = groups.at(-1)?.at(-1);
    if (before && label.labelY - before.labelY < rowHeight + 1) groups.at(-1)?.push(label);
    else groups.push([label]);
  }
  return groups;
}
