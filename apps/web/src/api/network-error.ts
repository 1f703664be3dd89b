/** The server could not be reached at all: nothing of the error table applies, because there was no response. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause: unknown) {
    super('The server could not be reached', { cause });
  }
}
