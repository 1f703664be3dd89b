import { expect, test } from 'vitest';
import { threeWayMerge } from './three-way-merge.ts';

const item = (id: string, type = 'Downtime', time = 'FO') => ({ id, type, time });
const base = [item('a'), item('b'), item('c')];
const fields = ['type', 'time'] as const;

test('own changes go on top of theirs; a field that both changed keeps theirs and is named', () => {
  const theirs = [item('a', 'Warning'), item('b', 'Downtime', 'SM'), item('c')];
  const own = [item('a', 'Degraded', 'SM'), item('b', 'Degraded'), item('c')];
  const { merged, changes } = threeWayMerge({ base, theirs, own }, { fields });
  expect(merged).toEqual([item('a', 'Warning', 'SM'), item('b', 'Degraded', 'SM'), item('c')]);
  expect(changes).toMatchObject([
    { kind: 'field', field: 'type', after: { id: 'a' }, isInBoth: true },
    { kind: 'field', field: 'time', after: { id: 'b' }, isInBoth: false },
  ]);
});

test('added items of both stay; a removal loses against a change of the same item', () => {
  const theirs = [item('a'), item('b', 'Warning'), item('theirs')];
  const own = [item('a'), item('c'), item('own')];
  const { merged, changes } = threeWayMerge({ base, theirs, own }, { fields });
  expect(merged.map(({ id }) => id)).toEqual(['a', 'b', 'theirs', 'own']);
  expect(changes).toMatchObject([
    { kind: 'field', field: 'type', isInBoth: true },
    { kind: 'item', before: undefined, after: { id: 'theirs' } },
    { kind: 'item', before: { id: 'c' }, after: undefined, isInBoth: false },
  ]);
});

test('an own order stays unless the other user changed it, too', () => {
  const [a, b, c] = [item('a'), item('b'), item('c')];
  const order = (theirs: typeof base, own: typeof base) => {
    const { merged, changes } = threeWayMerge({ base, theirs, own }, { fields, isOrdered: true });
    return [merged.map(({ id }) => id).join(''), changes.map(({ kind, isInBoth }) => `${kind} ${isInBoth}`).join()];
  };
  expect(order([item('a', 'Warning'), b, c], [c, a, b])).toEqual(['cab', 'field false']);
  expect(order([b, a, c], base)).toEqual(['bac', 'order false']);
  expect(order([b, a, c], [c, a, b])).toEqual(['bac', 'order true']);
  expect(order([c, a, b], [c, a, b])).toEqual(['cab', 'order false']);
});
