import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Looked at in its own page: the other way opens a window of its own for every look, for frames of other origins, which the product has none of. */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

/** The whole set of rules that every page follows. */
export const AXE_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
