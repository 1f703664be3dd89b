import { z } from 'zod';
import { fileIdSchema } from '../ids.ts';
import { LIMITS } from '../limits.ts';
import { widgetSettings } from './widget-settings.ts';

const shape = {
  /** null: none is chosen yet. */
  fileId: fileIdSchema.nullable().default(null),
  /** What the picture shows, for those who do not see it. */
  alt: z.string().max(LIMITS.descriptionLength).default(''),
  /** It shows nothing that has to be known. */
  isDecorative: z.boolean().default(false),
  fit: z.enum(['contain', 'cover']).default('contain'),
};
export type ImageSettings = z.output<z.ZodObject<typeof shape>>;

/** An uploaded picture; where it leads is the common setting `link`. */
export const imageSettings = widgetSettings({
  type: 'image',
  shape,
  without: ['devices', 'period', 'numbers', 'nulls'],
  form: [
    { name: 'fileId', label: 'ImageWidget_File', help: 'ImageWidget_File_Help', isImage: true },
    { name: 'isDecorative', label: 'ImageWidget_Decorative', isFlag: true },
    { name: 'alt', label: 'ImageWidget_Alt', help: 'ImageWidget_Alt_Help', maxLength: LIMITS.descriptionLength, isOptional: true },
    { name: 'fit', label: 'ImageWidget_Fit', choices: { contain: 'ImageWidget_Fit_contain', cover: 'ImageWidget_Fit_cover' } },
  ],
  isConsistent: ({ fileId, alt, isDecorative }) => fileId === null || isDecorative || alt.trim() !== '' || 'ImageWidget_AltMissing',
});
