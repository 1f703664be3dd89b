const NAME = 'solvane.tab-id';

/** Tells this tab from the others, also after a reload. */
export function tabId(): string {
  const known = sessionStorage.getItem(NAME) ?? crypto.randomUUID();
  sessionStorage.setItem(NAME, known);
  return known;
}
