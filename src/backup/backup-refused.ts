/** An error with one line for the operator. Thrown, because it occurs in the middle of streams. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
