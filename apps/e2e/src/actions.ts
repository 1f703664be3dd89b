import type { Locator, Page } from '@playwright/test';

/** What a user does, counted: clicks, keys, texts that are entered, and places that are pointed at. */
export class Actions {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async enter(target: Locator, text: string): Promise<void> {
    this.count += 1;
    await target.fill(text);
  }

  async press(keys: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(keys);
  }

  /** Moves the pointer from left to right over a target, up to where something appears. One action: the hand moves once. */
  async pointAlong(target: Locator, isFound: () => Promise<boolean>): Promise<void> {
    this.count += 1;
    const box = await target.boundingBox();
    if (!box) throw new Error('not on screen');
    for (let x = box.x + 60; x < box.x + box.width; x += 1) {
      await this.#page.mouse.move(x, box.y + box.height / 2);
      if (await isFound()) return;
    }
    throw new Error('nothing appeared on the whole width');
  }
}
