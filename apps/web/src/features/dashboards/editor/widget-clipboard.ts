import { type StoredWidget, storedWidgetSchema } from '@solvane/contract/widgets/widget-settings';
import { z } from 'zod';

const FORMAT = 'solvane.widget';
const copiedSchema = z.object({ format: z.literal(FORMAT), widget: storedWidgetSchema });

/** A widget as text, for the clipboard: it can be pasted into a dashboard here or in another installation. */
export function toClipboardText(widget: StoredWidget): string {
  return JSON.stringify({ format: FORMAT, widget }, null, 2);
}

/** undefined: the text is no copied widget. */
export function readClipboardText(text: string): StoredWidget | undefined {
  try {
    const read = copiedSchema.safeParse(JSON.parse(text));
    return read.success ? read.data.widget : undefined;
  } catch {
    return undefined;
  }
}
