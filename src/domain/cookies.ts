/** The value of a cookie in a Cookie header or `document.cookie`, as it stands there. */
export function cookieIn(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/; ?/).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/**
 * The name of a cookie that only the server reads. Under https no other host of the domain can set one that begins with
 * `__Host-`, and the plain name doesn't count. Browsers accept it with Secure and Path=/ only.
 */
export function hostCookie(name: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${name}` : name
}
