import type { PowerCurveSettings, powerCurveOptionalQueries, powerCurveQueries } from '@solvane/contract/widgets/power-curve';
import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';

export type PowerCurveProps = WidgetProps<
  CommonSettings & PowerCurveSettings,
  ReturnType<typeof powerCurveQueries>,
  ReturnType<typeof powerCurveOptionalQueries>
>;
