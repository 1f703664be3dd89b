import { useRouter, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { takePendingLink } from '../../workspace/pending-link.ts';

// Few addresses ask for anything.
const AddressOrders = lazy(() => import('./address-orders.tsx'));

/** What an address or another tab asks for on arrival. */
export function EntryOrders() {
  usePendingLink();
  const isAsked = useSearch({
    strict: false,
    select: ({ sharedId, devices, signals }) => [sharedId, devices, signals].some((order) => order !== undefined),
  });
  return <Suspense>{isAsked && <AddressOrders />}</Suspense>;
}

/** A link that another tab could not open, because no user was signed in there, is opened by the first tab with a session. */
function usePendingLink(): void {
  const router = useRouter();
  const sharedId = useSearch({ strict: false, select: ({ sharedId: id }) => id });
  const hasOwn = useEffectEvent(() => sharedId !== undefined);
  // What other tabs left lies outside of React.
  useEffect(() => {
    const pending = takePendingLink(Date.now());
    if (pending !== undefined && !hasOwn()) {
      void router.navigate({ to: '.', search: (previous) => ({ ...previous, sharedId: pending }), replace: true });
    }
  }, [router]);
}
