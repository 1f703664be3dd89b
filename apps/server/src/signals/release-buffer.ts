/** Less than this the collector may keep for a while. */
const LARGE_BYTES = 64 * 1024;

/**
 * Frees large memory outside the heap at once. The collector would free it, too, but such memory makes it collect everything: a response of 70,000 hours
 * passes through seven megabytes, and three such responses cost a full collection. Every view of the memory is empty from then on, so a late use
 * finds nothing, and never the data of another owner.
 *
 * A view of a part of a buffer is left alone: others may have views of the rest.
 */
export function releaseBuffer({ buffer, byteLength }: ArrayBufferView): void {
  if (byteLength >= LARGE_BYTES && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** The same for all columns of rows without another view, also where they are parts of larger memory. */
export function releaseBuffers(columns: Iterable<ArrayBufferView>): void {
  for (const { buffer } of columns) if (buffer instanceof ArrayBuffer && buffer.byteLength >= LARGE_BYTES) buffer.transfer(0);
}
