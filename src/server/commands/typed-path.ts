import { resolve } from 'node:path'

/** npm runs its scripts in the folder of the package, and tells from which folder it was called. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}
