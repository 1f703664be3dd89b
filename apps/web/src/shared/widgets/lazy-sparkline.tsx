import { type ComponentProps, lazy, Suspense } from 'react';

const Loaded = lazy(() => import('./sparkline.tsx'));

/** Few widgets of a dashboard have one: its code loads with the first. */
export function Sparkline(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
