import { useMediaQuery } from '@mantine/hooks';

/** `wide`: panels stand beside the screen. `narrow`: they lie over it. `phone`: the navigation is a bar at the bottom. */
export type Viewport = 'wide' | 'narrow' | 'phone';

export const NARROW_BELOW = 1_100;
export const PHONE_BELOW = 700;

export function useViewport(): Viewport {
  const isPhone = useMediaQuery(`(max-width: ${PHONE_BELOW - 1}px)`, false, { getInitialValueInEffect: false });
  const isNarrow = useMediaQuery(`(max-width: ${NARROW_BELOW - 1}px)`, false, { getInitialValueInEffect: false });
  if (isPhone) return 'phone';
  return isNarrow ? 'narrow' : 'wide';
}
