import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect } from 'react';
import { usePage } from '../../shared/routing/use-page.ts';
import { assignDetailsTo, closeDetailsOfOtherPage, detailsPanel } from '../../workspace/details.ts';

const DetailsPaneBody = lazy(async () => ({ default: (await import('./details-pane-body.tsx')).DetailsPaneBody }));

/** One thing in full, beside the screen it was opened from. */
export function DetailsPane() {
  const content = useSelector(detailsPanel, (state) => state.content);
  const page = usePage().name;
  // The panel's state is outside of React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new content is assigned to the page that shows it
  useEffect(() => assignDetailsTo(page), [content]);
  useEffect(() => closeDetailsOfOtherPage(page), [page]);
  return (
    content && (
      <Suspense>
        <DetailsPaneBody />
      </Suspense>
    )
  );
}
