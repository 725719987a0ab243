/** The value of a cookie in a Cookie header or `document.cookie`, as it stands there. */
export function cookieIn(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/; ?/).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
