import { z } from 'zod';
import { widgetSettings } from './widget-settings.ts';

const MARKDOWN_LENGTH = 20_000;

/** Markdown with placeholders, as of titles; HTML in it is text. */
export const textSettings = widgetSettings({
  type: 'text',
  shape: { markdown: z.string().max(MARKDOWN_LENGTH).default('') },
  without: ['period', 'numbers', 'nulls'],
  form: [
    {
      name: 'markdown',
      label: 'Widget_Text_Markdown',
      help: 'Widget_Text_Markdown_Help',
      maxLength: MARKDOWN_LENGTH,
      isMultiline: true,
    },
  ],
});
