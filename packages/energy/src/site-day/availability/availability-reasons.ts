/**
 * Why there is no availability: no codes and no rule that could have found a stop; production not known; nothing to hold it against; hardly
 * anything could have been produced; or everything is left out.
 */
export const AVAILABILITY_REASONS = ['unmonitored', 'noData', 'noExpectation', 'lowResource', 'excluded'] as const;
export type AvailabilityReason = (typeof AVAILABILITY_REASONS)[number];
