/** The zone several sites share; UTC where they lie in different ones or it is not known: an axis of a fleet over many zones says so. */
export function commonZone(zones: Iterable<string | null | undefined>): string {
  const distinct = new Set(zones);
  const [only] = distinct;
  return distinct.size === 1 && only ? only : 'UTC';
}
