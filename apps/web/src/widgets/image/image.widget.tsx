import { imageSettings } from '@solvane/contract/widgets/image';
import { lazy } from 'react';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import type { ImageProps } from './image-view.tsx';

export const imageWidget = defineWidget({
  settings: imageSettings,
  catalogue: { name: 'Widget_Type_image', about: 'Widget_About_image' },
  size: { least: [2, 2], initial: [4, 5] },
  frame: 'bare',
  title: () => 'Widget_Type_image',
  queries: () => ({}),
  View: lazy(() => import('./image-view.tsx')),
  table: ({ settings: { title, alt } }: ImageProps, { intl: { formatMessage } }) => ({
    columns: [
      { id: 'name', header: formatMessage({ id: 'ImageWidget_Name' }) },
      { id: 'description', header: formatMessage({ id: 'ImageWidget_Alt' }) },
    ],
    rows: [{ id: 'image', values: { name: title || formatMessage({ id: 'Widget_Type_image' }), description: alt } }],
  }),
});
