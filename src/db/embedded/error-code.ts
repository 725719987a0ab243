/** `ENOENT`, `EACCES` … of the operating system, or PostgreSQL's five characters. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
