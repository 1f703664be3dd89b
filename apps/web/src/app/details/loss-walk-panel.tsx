import { useState } from 'react';
import type { LossWalkSearch } from '../../features/loss-walk/loss-walk-search.ts';
import { LossWalkView } from '../../features/loss-walk/loss-walk-view.tsx';
import type { DetailsContentProps } from './details-content.ts';

/** The loss walk beside another screen: of the site it was opened for. */
export function LossWalkPanel({ content: { siteSegmentId } }: DetailsContentProps) {
  const [search, setSearch] = useState<LossWalkSearch>(siteSegmentId === undefined ? {} : { site: siteSegmentId });
  return <LossWalkView search={search} onSearch={setSearch} />;
}
