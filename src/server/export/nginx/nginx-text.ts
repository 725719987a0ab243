/** A value in the language of nginx. A dollar sign always begins a variable there, so only ours may have one. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Text of readers or staff, in which nothing is a variable. */
export function literal(value: string): string {
  return quoted(value.replaceAll('$', '%24'))
}

/** Matches this text and no other. */
export function exactly(text: string): string {
  return escapeRegExp(text)
}

function escapeRegExp(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|/ ]/g, '\\$&')
}

/** A value that follows from another, looked up from top to bottom where the keys are expressions. */
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

/** Headers for whatever status: browsers must not lose the policy on an error page. */
export function addHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
}
