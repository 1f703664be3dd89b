import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

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
  if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
}

export async function* readFrames(socket: Socket): AsyncGenerator<Frame> {
  for await (const line of createInterface({ input: socket })) yield frameSchema.parse(JSON.parse(line));
}

const LONGEST_SOCKET_PATH = 100;

/** In the data folder, whose rights protect it; the system allows some hundred characters, so deep folders get a short name elsewhere. */
export function controlSocketPath(dataFolder: string): string {
  const path = join(dataFolder, 'control.sock');
  if (path.length <= LONGEST_SOCKET_PATH) return path;
  return join(tmpdir(), `solvane-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}.sock`);
}
