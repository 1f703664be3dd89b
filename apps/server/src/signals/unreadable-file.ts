/** A file whose bytes are not of the format that it was opened with. The message is the engine's, without its tail. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
