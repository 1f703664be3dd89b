// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareStream } from './stream-share.ts';

/** The server's end of each connection that a tab opened. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  say(id: number, data: string): void {
    this.dispatchEvent(new MessageEvent('notice', { lastEventId: String(id), data }));
  }
}

const open = () => FakeEventSource.opened.filter(({ readyState }) => readyState === 1);
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 });
const tabs: (() => void)[] = [];
let name = '';

function openTab(): { heard: string[]; close: () => void } {
  const heard: string[] = [];
  const close = shareStream(name, { onEvent: ({ data }) => heard.push(data), onOpen: () => heard.push('open') });
  tabs.push(close);
  return { heard, close };
}

beforeEach(() => {
  name = `stream-${crypto.randomUUID()}`;
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});

afterEach(() => {
  for (const close of tabs.splice(0)) close();
  vi.unstubAllGlobals();
});

test('all tabs hear over one connection; when its tab closes, another goes on from the last message', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  await until(() => expect(open().map(({ url }) => url)).toEqual(['/api/stream']));
  open()[0]?.say(1_000, 'one');
  await until(() => expect([first.heard, second.heard, third.heard]).toEqual([['one'], ['one'], ['one']]));

  first.close();
  await until(() => expect(open().map(({ url }) => url)).toEqual(['/api/stream?since=1000']));
  open()[0]?.say(2_000, 'two');
  await until(() =>
    expect([second.heard, third.heard]).toEqual([
      ['one', 'two'],
      ['one', 'two'],
    ]),
  );
  expect(first.heard).toEqual(['one']);
});

test('a tab in view takes the connection from one that sleeps, which queues again when it wakes', async () => {
  const first = openTab();
  await until(() => expect(open()).toHaveLength(1));
  open()[0]?.say(1_000, 'one');
  const awake = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const second = openTab();
  vi.advanceTimersByTime(3_000);
  vi.useRealTimers();
  awake.mockRestore();
  await until(() => {
    expect(FakeEventSource.opened).toHaveLength(2);
    expect(open()).toHaveLength(1);
  });
  open()[0]?.say(2_000, 'two');
  await until(() => expect([first.heard, second.heard]).toEqual([['one', 'two'], ['two']]));
});

test('a tab that leaves before its turn leaves no trace', async () => {
  const [first, second] = [openTab(), openTab()];
  await until(() => expect(open()).toHaveLength(1));
  second.close();
  first.close();
  await until(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    expect([...held, ...pending].filter((lock) => lock.name === name)).toEqual([]);
  });
  expect(FakeEventSource.opened).toHaveLength(1);
});
