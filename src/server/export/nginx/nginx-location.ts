import { addHeaders, block, quoted } from './nginx-text.ts'

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

/** Sends a different status, as a page or as JSON. */
export function faultInstead(from: number, to: number): string {
  return `error_page ${from} =${to} /.errors/$candor_fault/${to}.$candor_fault;`
}

export const JSON_FAULTS: readonly string[] = [404, 405, 503].map(
  (status) => `error_page ${status} /.errors/json/${status}.json;`,
)

export const PAGE_FAULTS: readonly string[] = [
  'error_page 404 $candor_missing;',
  // Withdrawn posts.
  'error_page 410 /.errors/html/410$uri.html;',
  faultInstead(405, 405),
  faultInstead(503, 503),
]
