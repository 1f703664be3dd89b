import { expect, test } from 'vitest';
import { draftOf, moveEdge, nearerEdge, reviewDraft, setEdge } from './boundary-draft.ts';

const at = (hour: number, minute = 0) => Date.UTC(2026, 5, 24, hour, minute);
const event = { startMs: at(9), endMs: at(11), durationMs: at(11) - at(9) };
const room = { previousEndMs: at(8, 30), nextStartMs: at(12), nowMs: at(14) };

test('dragging stops at the neighbours, at the other edge and at now, on full minutes', () => {
  const draft = draftOf(event);
  expect(moveEdge(draft, 'start', at(8), room).startMs).toBe(at(8, 30));
  expect(moveEdge(draft, 'start', at(13), room).startMs).toBe(at(10, 59));
  expect(moveEdge(draft, 'end', at(13), room).endMs).toBe(at(12));
  expect(moveEdge(draft, 'end', at(7), room).endMs).toBe(at(9, 1));
  expect(moveEdge(draft, 'end', at(20), { ...room, nextStartMs: null }).endMs).toBe(at(14));
  expect(moveEdge(draft, 'start', at(9, 17) + 29_000, room).startMs).toBe(at(9, 17));
});

test('what is typed is judged, not mended', () => {
  const typed = (edge: 'start' | 'end', instantMs: number) => reviewDraft(setEdge(draftOf(event), edge, instantMs), event, room).problem;
  expect(typed('start', at(8))).toEqual({ edge: 'start', message: 'EventLog_Segments_OnOther' });
  expect(typed('end', at(12, 1))).toEqual({ edge: 'end', message: 'EventLog_Segments_OnOther' });
  expect(typed('end', at(9))).toEqual({ edge: 'end', message: 'EventLog_Segments_Empty' });
  expect(typed('end', at(15))).toEqual({ edge: 'end', message: 'EventLog_Segments_InFuture' });
  expect(typed('end', at(12))).toBeUndefined();
});

test('time that no event would cover any more is told; growing leaves none', () => {
  expect(reviewDraft(setEdge(draftOf(event), 'start', at(9, 20)), event, room)).toMatchObject({
    isChanged: true,
    gaps: [{ startMs: at(9), endMs: at(9, 20) }],
  });
  expect(reviewDraft(setEdge(draftOf(event), 'end', at(11, 45)), event, room)).toMatchObject({ isChanged: true, gaps: [] });
  expect(reviewDraft(draftOf(event), event, room)).toEqual({ isChanged: false, problem: undefined, gaps: [] });
});

test('an open event keeps its open end while its start is moved', () => {
  const open = { startMs: at(9), endMs: null, durationMs: at(13) - at(9) };
  const free = { ...room, nextStartMs: null };
  expect(reviewDraft(setEdge(draftOf(open), 'start', at(8, 45)), open, free)).toEqual({ isChanged: true, problem: undefined, gaps: [] });
});

test('the end of a raw event is taken for the nearer boundary', () => {
  expect(nearerEdge(event, at(8, 50), at(14))).toBe('start');
  expect(nearerEdge(event, at(10, 40), at(14))).toBe('end');
  expect(nearerEdge({ startMs: at(9), endMs: null }, at(12), at(14))).toBe('end');
});
