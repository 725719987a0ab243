/** What cannot be done, in one line for whoever asked for it. Thrown, since it turns up in the middle of streams. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}
