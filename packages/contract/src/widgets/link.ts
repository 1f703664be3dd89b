import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { widgetSettings } from './widget-settings.ts';

/** One link as a button; where it leads is the common setting `link`. */
export const linkSettings = widgetSettings({
  type: 'link',
  shape: { label: z.string().max(LIMITS.nameLength).default(''), newTab: z.boolean().default(false) },
  without: ['numbers', 'nulls'],
  form: [
    { name: 'label', label: 'Widget_Link_Label', maxLength: LIMITS.nameLength },
    { name: 'newTab', label: 'Widget_Link_NewTab', isFlag: true },
  ],
});
