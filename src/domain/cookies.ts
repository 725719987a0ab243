export function cookieIn(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/; ?/).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/**
 * Under https, other hosts of the domain can't set a cookie that starts with `__Host-`. Browsers accept it
 * only with Secure and Path=/.
 */
export function hostCookie(name: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${name}` : name
}
