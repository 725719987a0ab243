export function tokenOf(query: URLSearchParams): string | undefined {
  const token = query.get('token')
  return token !== null && /^[\w-]{1,128}$/.test(token) ? token : undefined
}
