/** Of a letter of a proportional font, in widths of its size: enough for most texts. */
const LETTER = 0.56;

/** A text as long as it fits, with an ellipsis; empty where not even three letters do. Widths are estimated: exports are drawn without a browser. */
export function fittingText(text: string, { width, size }: { width: number; size: number }): string {
  const most = Math.floor(width / (size * LETTER));
  if (text.length <= most) return text;
  return most < 4 ? '' : `${text.slice(0, most - 1).trimEnd()}…`;
}
