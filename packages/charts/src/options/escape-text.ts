/** A text as it may stand in XML and HTML: names of devices are the user's. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The lines of a text that was made for HTML, as they are read. */
export function plainLines(html: string): string[] {
  return html.split('<br>').map((line) =>
    line
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&'),
  );
}
