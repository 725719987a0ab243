export function recordOfPath(path: string): number | undefined {
  const { pathname } = new URL(path, NOWHERE)
  const id = RECORD_PATH.exec(decoded(pathname))?.[1]
  return id === undefined ? undefined : Number(id)
}

const NOWHERE = 'https://site.invalid'
const RECORD_PATH = /^(?:\/[^/]+)?\/(?:posts|notification)\/([1-9]\d*)\/*$/

function decoded(pathname: string) {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
