export interface LabelWish {
  id: string;
  y: number;
}

export interface LabelPlace extends LabelWish {
  /** Where the label stands so that none covers another. */
  labelY: number;
}

/** Places labels as near to their lines as they fit in `height`, in the order of their lines; none when they do not fit. */
export function placeLabels(wishes: readonly LabelWish[], rowHeight: number, height: number): LabelPlace[] {
  if (wishes.length * rowHeight > height) return [];
  const places = [...wishes].sort((a, b) => a.y - b.y).map((wish) => ({ ...wish, labelY: wish.y }));
  let lowest = rowHeight / 2;
  for (const place of places) {
    place.labelY = Math.max(place.labelY, lowest);
    lowest = place.labelY + rowHeight;
  }
  let highest = height - rowHeight / 2;
  for (const place of places.reverse()) {
    place.labelY = Math.min(place.labelY, highest);
    highest = place.labelY - rowHeight;
  }
  return places.reverse();
}
