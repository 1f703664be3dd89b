/** Elements whose text a browser compares with their name: what one sees on them is what one says to press them (WCAG 2.5.3). */
const NAMED_BY_LABEL = 'a[aria-label], button[aria-label], [role="button"][aria-label], [role="tab"][aria-label]';
const NOT_SEEN = '[aria-hidden="true"], svg, [class*="unseen"]';

/** Links and buttons on the page whose label lacks the text on them, as "text: label". */
export function labelsWithoutText(page: ParentNode): string[] {
  return [...page.querySelectorAll(NAMED_BY_LABEL)].flatMap((element) => {
    const label = element.getAttribute('aria-label') ?? '';
    const text = seenText(element);
    return letters(label).includes(letters(text)) ? [] : [`${text}: ${label}`];
  });
}

function seenText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(NOT_SEEN)) unseen.remove();
  return copy.textContent ?? '';
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
