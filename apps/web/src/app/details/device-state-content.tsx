import { DeviceStateDetails } from '../../features/device-state/device-state-details.tsx';
import type { DetailsContentProps } from './details-content.ts';

export function DeviceStateContent({ content: { segmentId = '' }, headSlot }: DetailsContentProps) {
  return <DeviceStateDetails key={segmentId} segmentId={segmentId} headSlot={headSlot} />;
}
