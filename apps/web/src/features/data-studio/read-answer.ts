import type { AnswerReply } from './answer.worker.ts';
import { parseStudioAnswer, type StudioAnswer } from './studio-columns.ts';

/** Smaller answers are read sooner here than a worker is told of them. */
const LARGE_BYTES = 400_000;

interface Waiting {
  resolve: (answer: StudioAnswer) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let orders = 0;

/** An answer of the server as columns; large ones are read by a worker. */
export async function readAnswer(response: Response): Promise<StudioAnswer> {
  const bytes = await response.arrayBuffer();
  return bytes.byteLength < LARGE_BYTES ? parseStudioAnswer(bytes) : readBeside(bytes);
}

function readBeside(bytes: ArrayBuffer): Promise<StudioAnswer> {
  orders += 1;
  const id = orders;
  worker ??= startWorker();
  worker.postMessage({ id, bytes }, [bytes]);
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function startWorker(): Worker {
  const started = new Worker(new URL('./answer.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<AnswerReply>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ('answer' in data) asker?.resolve(data.answer);
    else asker?.reject(new Error(data.problem));
  });
  // A worker that cannot start or dies must not leave anybody waiting; the next answer starts a new one.
  started.addEventListener('error', ({ message }) => {
    for (const asker of waiting.values()) asker.reject(new Error(message));
    waiting.clear();
    worker = undefined;
  });
  return started;
}
