import { useIntl } from 'react-intl';
import { TurbineCurves } from '../../features/model-data/turbine-curves.tsx';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import type { DetailsContentProps } from './details-content.ts';

/** The power curves of the turbine that the panel was opened for. */
export function PowerCurveContent({ content: { deviceId } }: DetailsContentProps) {
  const { formatMessage } = useIntl();
  if (deviceId === undefined) return <ConfigurationNote>{formatMessage({ id: 'ModelData_NotTurbine' })}</ConfigurationNote>;
  return <TurbineCurves key={deviceId} deviceId={deviceId} />;
}
