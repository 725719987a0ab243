/** Quotes a value for nginx. A dollar sign always starts a variable, so only our own values may contain one. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Quotes text from readers or staff, in which nothing is a variable. */
export function literal(value: string): string {
  return quoted(value.replaceAll('$', '%24'))
}

export function exactly(text: string): string {
  return escapeRegExp(text)
}

function escapeRegExp(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|/ ]/g, '\\$&')
}

/** Maps one value to another. Regular-expression keys are tried from top to bottom. */
export function mapBlock(
  of: string,
  name: string,
  lines: readonly (readonly [key: string, value: string])[],
) {
  return block(
    `map ${quoted(of)} ${name}`,
    lines.map(([key, value]) => `${key} ${value};`),
  )
}

export function block(head: string, lines: readonly string[]): string {
  const inner = lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `  ${line}`))
  return `${head} {\n${inner.join('\n')}\n}`
}

/** Sent with any status: error pages need the security policy, too. */
export function addHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
}
