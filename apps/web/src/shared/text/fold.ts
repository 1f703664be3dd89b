/** Text as it is compared: without case and accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain: only the others pay for the decomposition.
  return /^[\x20-\x7e]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Words of a search; slashes part words as in a path. */
export function searchTerms(text: string): string[] {
  return fold(text)
    .split(/[\s/\\>]+/)
    .filter(Boolean)
    .slice(0, 16);
}
