/** Values of the placeholders of titles, by name. */
export type TitleValues = Readonly<Record<string, string>>;

/** A title with its placeholders filled in: one without a value becomes a dash, `{{` and `}}` are braces. */
export function widgetTitle(template: string, values: TitleValues): string {
  return template.replace(/\{\{|\}\}|\{(\w+)\}/g, (found, name: string | undefined) => {
    if (name === undefined) return found.charAt(0);
    return values[name] || '—';
  });
}
