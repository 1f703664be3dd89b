import { vi } from 'vitest';

interface FakeScreen {
  isPhone?: boolean;
  /** Pixels: rows in view are counted from the height of their list, which the test browser does not lay out. */
  listHeight?: number;
}

const PHONE_WIDTH = 390;
const WIDE_WIDTH = 1440;

/** What the test browser lacks and every screen asks for: layout, media queries, a canvas and the event stream. */
export function installScreen({ isPhone = false, listHeight }: FakeScreen = {}): void {
  if (listHeight !== undefined) vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(listHeight);
  if (isPhone) vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(PHONE_WIDTH);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #onResize: (entries: readonly ResizeObserverEntry[]) => void;
      constructor(onResize: (entries: readonly ResizeObserverEntry[]) => void) {
        this.#onResize = onResize;
      }
      observe(): void {
        if (isPhone) this.#onResize([]);
      }
      unobserve = vi.fn();
      disconnect = vi.fn();
    },
  );
  vi.stubGlobal('innerWidth', isPhone ? PHONE_WIDTH : WIDE_WIDTH);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isPhone && query.includes('max-width'),
    media: query,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
  }));
  vi.stubGlobal(
    'EventSource',
    class {
      static readonly CLOSED = 2;
      readyState = 1;
      addEventListener = vi.fn();
      close = vi.fn();
    },
  );
  vi.stubGlobal('scrollTo', vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
}
