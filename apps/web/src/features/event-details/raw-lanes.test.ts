import { segmentIdSchema } from '@solvane/contract/ids';
import { expect, test } from 'vitest';
import { toLanes } from './raw-lanes.ts';

const PERIOD = { startMs: 0, endMs: 100 };

function givenRaw(code: string, startMs: number): Parameters<typeof toLanes>[0][number] {
  const segmentId = segmentIdSchema.parse('inv-2');
  return {
    rawEventId: `${code} ${startMs}`,
    segmentId,
    deviceName: 'INV-2',
    code,
    message: '',
    source: 'Scada',
    startMs,
    endMs: startMs + 1,
  };
}

test('the code that caused the event is the first lane, also after more warnings than are shown', () => {
  const warnings = Array.from({ length: 9 }, (_, index) => givenRaw(`W${index}`, index));
  const { shown, hiddenCount } = toLanes([...warnings, givenRaw('1205', 50)], { period: PERIOD, cause: '1205' });
  expect(shown.map(({ code }) => code)).toEqual(['1205', 'W0', 'W1', 'W2', 'W3', 'W4', 'W5', 'W6']);
  expect(hiddenCount).toBe(2);
});
