import { expect, test } from 'vitest';
import { draftOf, moveEdge, nearerEdge, reviewDraft, setEdge } from './boundary-draft.ts';

const at = (hour: number, minute = 0) => Date.UTC(2026, 5, 24, hour, minute);
const event = { startMs: at(9), endMs: at(11), durationMs: at(11) - at(9) };
const limits = { previousEndMs: at(8, 30), nextStartMs: at(12), nowMs: at(14) };

test('dragging stops at the neighbours, at the other edge and at now, on full minutes', () => {
  const draft = draftOf(event);
  expect(moveEdge(draft, 'start', at(8), limits).startMs).toBe(at(8, 30));
  expect(moveEdge(draft, 'start', at(13), limits).startMs).toBe(at(10, 59));
  expect(moveEdge(draft, 'end', at(13), limits).endMs).toBe(at(12));
  expect(moveEdge(draft, 'end', at(7), limits).endMs).toBe(at(9, 1));
  expect(moveEdge(draft, 'end', at(20), { ...limits, nextStartMs: null }).endMs).toBe(at(14));
  expect(moveEdge(draft, 'start', at(9, 17) + 29_000, limits).startMs).toBe(at(9, 17));
});

test('what is typed is judged, not mended', () => {
  const typed = (edge: 'start' | 'end', instantMs: number) => reviewDraft(setEdge(draftOf(event), edge, instantMs), event, limits).problem;
  expect(typed('start', at(8))).toEqual({ edge: 'start', message: 'EventLog_Segments_OnOther' });
  expect(typed('end', at(12, 1))).toEqual({ edge: 'end', message: 'EventLog_Segments_OnOther' });
  expect(typed('end', at(9))).toEqual({ edge: 'end', message: 'EventLog_Segments_Empty' });
  expect(typed('end', at(15))).toEqual({ edge: 'end', message: 'EventLog_Segments_InFuture' });
  expect(typed('end', at(12))).toBeUndefined();
});

test('time that no event would cover any more is told; growing leaves none', () => {
  expect(reviewDraft(setEdge(draftOf(event), 'start', at(9, 20)), event, limits)).toMatchObject({
    isChanged: true,
    gaps: [{ startMs: at(9), endMs: at(9, 20) }],
  });
  expect(reviewDraft(setEdge(draftOf(event), 'end', at(11, 45)), event, limits)).toMatchObject({ isChanged: true, gaps: [] });
  expect(reviewDraft(draftOf(event), event, limits)).toEqual({ isChanged: false, problem: undefined, gaps: [] });
});

test('an open event keeps its open end while its start is moved', () => {
  const open = { startMs: at(9), endMs: null, durationMs: at(13) - at(9) };
  const free = { ...limits, nextStartMs: null };
  expect(reviewDraft(setEdge(draftOf(open), 'start', at(8, 45)), open, free)).toEqual({ isChanged: true, problem: undefined, gaps: [] });
});

test('the end of a raw event is taken for the nearer boundary', () => {
  expect(nearerEdge(event, at(8, 50), at(14))).toBe('start');
  expect(nearerEdge(event, at(10, 40), at(14))).toBe('end');
  expect(nearerEdge({ startMs: at(9), endMs: null }, at(12), at(14))).toBe('end');
});
