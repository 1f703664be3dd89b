import { describe, expect, test } from 'vitest';
import { cellsOf, fillTargets, parseClipboard, pasteTargets, toClipboard } from './grid-cells.tsx';

describe('the clipboard', () => {
  test('comes from a spreadsheet with tabs, line ends, quotes and empty cells', () => {
    expect(parseClipboard('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(parseClipboard('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
    expect(parseClipboard('a\t')).toEqual([['a', '']]);
  });

  test('takes back what was copied', () => {
    const cells = [
      ['a"b', 'c\td'],
      ['', 'x'],
    ];
    expect(parseClipboard(toClipboard(cells))).toEqual(cells);
  });

  test('of one value fills the range, of a block is laid down from the first cell', () => {
    const range = { from: { row: 2, column: 1 }, to: { row: 1, column: 1 } };
    const size = { rows: 3, columns: 2 };
    expect(pasteTargets([['7']], range, size)).toEqual({
      writes: [
        { row: 1, column: 1, text: '7' },
        { row: 2, column: 1, text: '7' },
      ],
      outside: 0,
    });
    const block = [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ];
    const { writes, outside } = pasteTargets(block, range, size);
    expect(writes.map(({ text }) => text)).toEqual(['1', '3']);
    expect(outside).toBe(4);
  });
});

test('filling down takes the uppermost value of each column', () => {
  const range = { from: { row: 3, column: 0 }, to: { row: 1, column: 1 } };
  expect(cellsOf(range)).toHaveLength(6);
  expect(fillTargets(range).map(({ from, to }) => [from.row, to.row, to.column])).toEqual([
    [1, 2, 0],
    [1, 2, 1],
    [1, 3, 0],
    [1, 3, 1],
  ]);
});
