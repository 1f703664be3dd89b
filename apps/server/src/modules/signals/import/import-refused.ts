/** Why a file cannot be imported at all, in words for whoever typed the command. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
