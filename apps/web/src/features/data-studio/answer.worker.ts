import { parseStudioAnswer } from './studio-columns.ts';

export interface AnswerOrder {
  id: number;
  bytes: ArrayBuffer;
}

export type AnswerReply = { id: number; answer: ReturnType<typeof parseStudioAnswer> } | { id: number; problem: string };

/** Reads large answers beside the page, so that typing and zooming go on meanwhile. Columns are handed over, not copied. */
self.addEventListener('message', ({ data: { id, bytes } }: MessageEvent<AnswerOrder>) => {
  try {
    const answer = parseStudioAnswer(bytes);
    const columns = answer.series.flatMap(({ timesMs, values, low, high, completeness }) => [timesMs, values, low, high, completeness]);
    self.postMessage({ id, answer } satisfies AnswerReply, { transfer: columns.flatMap((column) => (column ? [column.buffer] : [])) });
  } catch (error) {
    self.postMessage({ id, problem: String(error) } satisfies AnswerReply);
  }
});
