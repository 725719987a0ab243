/** Writes the whole site as files; gives the exit code. */
export async function exportStatic(_typed: readonly string[]): Promise<number> {
  throw new Error('export-static is being built')
}
