import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { socketPathIn } from '../signals/engine/socket-path.ts';

/** What the terminal's process and the product's process say to each other, one JSON object per line. */
const frameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run'), command: z.string(), args: z.array(z.string()), folder: z.string() }),
  z.object({ type: z.literal('answer'), text: z.string() }),
  z.object({ type: z.literal('print'), line: z.string() }),
  z.object({ type: z.literal('status'), text: z.string() }),
  z.object({ type: z.literal('ask'), question: z.string(), hidden: z.boolean() }),
  z.object({ type: z.literal('exit'), code: z.number().int() }),
]);
export type Frame = z.infer<typeof frameSchema>;

export function sendFrame(socket: Socket, frame: Frame): void {
  // A reader of lines also ends a line at these two, which JSON leaves as they are.
  const text = JSON.stringify(frame).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (socket.writable) socket.write(`${text}\n`);
}

export async function* readFrames(socket: Socket): AsyncGenerator<Frame> {
  for await (const line of createInterface({ input: socket })) yield frameSchema.parse(JSON.parse(line));
}

/** In the data folder or a private one: a process that may open it may do what the commands do. */
export function controlSocketPath(dataFolder: string): string {
  return socketPathIn(dataFolder, 'control.sock');
}
