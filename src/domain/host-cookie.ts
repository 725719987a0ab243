/**
 * The name of a cookie that only the server reads. Under https no other host of the domain can set one that begins with
 * `__Host-`, and the plain name doesn't count. Browsers accept it with Secure and Path=/ only.
 */
export function hostCookie(name: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${name}` : name
}
