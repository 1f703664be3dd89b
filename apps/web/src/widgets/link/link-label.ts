import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import type { WidgetText } from '../../shared/widgets/widget-table.ts';

export type LinkProps = WidgetProps<CommonSettings & { label: string; newTab: boolean }, Record<never, never>>;

/** The text of the button; without one the name of where it leads. */
export function labelOf(
  { settings: { label, link } }: Pick<LinkProps, 'settings'>,
  formatMessage: WidgetText['intl']['formatMessage'],
): string {
  return label.trim() || formatMessage({ id: `Widget_Form_Link_${link.to}` });
}
