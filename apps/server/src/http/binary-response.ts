import type { FastifyReply } from 'fastify';

interface BinaryResponseOptions {
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Called once the bytes are used or have no reader any more. */
  release: () => void;
}

/** A response in a binary form of its endpoint: sent as it is, or as text where it is a part of another response. */
export class BinaryResponse {
  readonly #options: BinaryResponseOptions;

  constructor(options: BinaryResponseOptions) {
    this.#options = options;
  }

  /** Sends the bytes without another view: their memory can be released when they are sent, or when the client disconnects before. */
  send(reply: FastifyReply): FastifyReply {
    const { contentType, bytes, release } = this.#options;
    reply.raw.once('close', release);
    return reply.type(contentType).send(Buffer.from(bytes.buffer));
  }

  takeBase64(): string {
    const { bytes, release } = this.#options;
    const text = bytes.toBase64();
    release();
    return text;
  }
}
