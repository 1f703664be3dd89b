/** What an element shows, with what its values and marks say to those who listen: a value names its reason after its text, a mark has a name alone. */
export function toldText(element: Element | null | undefined): string | undefined {
  if (!element) return undefined;
  const copy = element.cloneNode(true) as Element;
  for (const value of [copy, ...copy.querySelectorAll('button')]) value.append(/ \(.*\)$/s.exec(labelOf(value))?.[0] ?? '');
  for (const mark of copy.querySelectorAll('[role="img"]:empty, [role="img"]:has(> svg:only-child)')) mark.append(labelOf(mark));
  return copy.textContent;
}

function labelOf(element: Element): string {
  return element.getAttribute('aria-label') ?? '';
}
