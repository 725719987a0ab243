export const HTML_TYPE = 'text/html; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'

export type Headers = Readonly<Record<string, string>>

export interface Serving {
  type: string
  cache: Headers
  files?: string
  faults?: readonly string[]
  more?: readonly string[]
}

export type Serve = (head: string, of: Serving) => string

/** In nginx, a location that adds one header loses all inherited ones, so each location lists all headers. */
export function serveWith(headers: Headers): Serve {
  return (head, { type, cache, files, faults = [], more = [] }) =>
    block(head, [
      'types { }',
      `default_type ${quoted(type)};`,
      ...addHeaders({
        ...headers,
        vary: 'Accept-Encoding',
        ...cache,
        'content-encoding': '$candor_encoding',
      }),
      ...faults,
      ...more,
      ...(files === undefined ? [] : [files]),
    ])
}

/** Tries the Brotli file first if the client accepts it. nginx itself handles gzip. */
export function tryFiles(file: string, otherwise: string, ...more: string[]): string {
  return `try_files ${[`${file}$candor_br`, file, ...more].map(quoted).join(' ')} ${otherwise};`
}

export function faultInstead(from: number, to: number): string {
  return `error_page ${from} =${to} /.errors/$candor_fault/${to}.$candor_fault;`
}

export const JSON_FAULTS: readonly string[] = [404, 405, 503].map(
  (status) => `error_page ${status} /.errors/json/${status}.json;`,
)

export const PAGE_FAULTS: readonly string[] = [
  'error_page 404 $candor_missing;',
  'error_page 410 /.errors/html/410$uri.html;',
  faultInstead(405, 405),
  faultInstead(503, 503),
]

/** For our own values: a dollar sign starts a variable. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** For text from readers or staff: a dollar sign starts no variable. */
export function literal(value: string): string {
  return quoted(value.replaceAll('$', '%24'))
}

export function exactly(text: string): string {
  return escapeRegExp(text)
}

function escapeRegExp(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|/ ]/g, '\\$&')
}

/** Regular-expression keys are tried from top to bottom. */
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

/** With every status: error pages need the security policy, too. */
export function addHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} ${quoted(value)} always;`)
}
