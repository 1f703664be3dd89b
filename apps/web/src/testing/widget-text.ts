import catalogue from '@solvane/i18n/catalogs/en-US.json' with { type: 'json' };
import { createIntl } from 'react-intl';
import type { WidgetText } from '../shared/widgets/widget-table.ts';

/** Texts of widgets as English users read them; reasons of missing values are their codes. */
export function widgetText(): WidgetText {
  return {
    intl: createIntl({ locale: 'en-US', messages: { ...catalogue } as never }),
    noValueText: (codes) => codes.join(' ') || undefined,
  };
}
