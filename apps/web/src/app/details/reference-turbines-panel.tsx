import { ReferenceDetails } from '../../features/reference-turbines/reference-details.tsx';
import type { DetailsContentProps } from './details-content.ts';

/** Reference turbines beside another screen: of the site it was opened for. */
export function ReferenceTurbinesPanel({ content: { siteSegmentId } }: DetailsContentProps) {
  return <ReferenceDetails siteSegmentId={siteSegmentId} />;
}
