/** What keeps the product from starting and the operator can mend: the message says all there is to say. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
