/** Less than this the collector may keep for a while. */
const LARGE_BYTES = 64 * 1024;

/**
 * Frees large memory outside the heap at once. The collector would free it, too, but such memory makes it collect everything: an answer of 70,000 hours
 * passes through seven megabytes, and three such answers cost a full collection. Every view of the memory is empty from then on, so whoever uses it too
 * late finds nothing, and never what belongs to somebody else.
 *
 * A view of a part of a buffer is left alone: others may have views of the rest.
 */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  if (byteLength >= LARGE_BYTES && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The same for all columns of rows that nobody else has a view of, also where they are parts of larger memory. */
export function giveBackAll(columns: Iterable<ArrayBufferView>): void {
  for (const { buffer } of columns) if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
