import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus, once it can have it; wherever the focus is on the way, it can be seen. */
export async function tabTo(page: Page, target: Locator, direction: 'forwards' | 'backwards' = 'forwards'): Promise<void> {
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate(((element: { matches(selector: string): boolean }) => element.matches(':focus')) as never)) return;
    await page.keyboard.press(direction === 'forwards' ? 'Tab' : 'Shift+Tab');
    expect(await page.evaluate(IS_FOCUS_VISIBLE), 'the focus can be seen').toBe(true);
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** A keyboard that counts: each character that is typed is a keystroke. */
export function countedKeys({ keyboard }: Page) {
  let count = 0;
  return {
    press: async (key: string, times = 1): Promise<void> => {
      for (let done = 0; done < times; done++) await keyboard.press(key);
      count += times;
    },
    type: async (text: string): Promise<void> => {
      await keyboard.type(text);
      count += text.length;
    },
    count: () => count,
  };
}

/** Presses the arrow down until the row is the active one of its tree. */
export async function moveTo(page: Page, tree: Locator, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    const active = await tree.getAttribute('aria-activedescendant');
    if (active && name.test((await page.locator(`[id="${active}"]`).innerText()).trim())) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrow keys do not lead to ${name}`);
}

/** What the page itself evaluates is text: the types of a browser do not belong to this program. */
const IS_FOCUS_VISIBLE = `(() => {
  const element = document.activeElement;
  if (!element || element === document.body) return true;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.matches(':focus-visible');
})()`;
