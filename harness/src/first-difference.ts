const AROUND = 60;

/** Where two texts part, with what stands around it on both sides. */
export function firstDifference(before: string, after: string): string {
  const index = [...before].findIndex((character, position) => character !== after[position]);
  const at = index < 0 ? before.length : index;
  const cut = (text: string): string => text.slice(Math.max(0, at - AROUND), at + AROUND);
  return `${cut(before)} became ${cut(after)}`;
}
