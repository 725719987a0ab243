/** Prints the public key that editions are signed with; gives the exit code. */
export async function editionKey(_typed: readonly string[]): Promise<number> {
  throw new Error('edition-key is being built')
}
