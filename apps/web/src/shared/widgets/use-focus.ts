import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The site or device that the page is about: in the address, never stored. undefined: none */
export function useFocusId(): string | undefined {
  return useSearch({ strict: false, select: ({ focus }) => focus });
}

/**
 * Sets what the page is about: every widget that follows the page shows it. Choosing what is chosen already ends it.
 *
 * @returns a function of the own segment of a site, or of a device; null ends it
 */
export function useSetFocus(): (segmentId: string | null) => void {
  const navigate = useNavigate();
  return useCallback(
    (segmentId) => {
      void navigate({
        to: '.',
        search: (previous: Record<string, unknown>) => ({
          ...previous,
          focus: segmentId === null || previous.focus === segmentId ? undefined : segmentId,
        }),
      });
    },
    [navigate],
  );
}
