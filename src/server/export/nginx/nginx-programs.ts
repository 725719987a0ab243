import { ACCOUNT_CALLS, CLOSED_FOLDERS } from '../../../domain/account/account-calls.ts'
import { OWN_CALENDAR_FOLDER } from '../../../domain/account/own-calendar-address.ts'
import type { DocumentRoute } from '../../../edition/documents/document.ts'
import { DOCUMENT_ROUTES } from '../../../edition/documents/families.ts'
import { FEED_CONTENT_TYPES } from '../../../edition/feeds/write-feed.ts'
import { THREAT_CSV_PATH } from '../../answers/make-document.ts'
import { FEED_PATH } from '../../answers/make-feed.ts'
import { PRIVATE_CACHE } from '../../http/cache-control.ts'
import { OPEN_TO_ALL } from '../../http/security-headers.ts'
import { ENDINGS } from '../file-of.ts'
import { DAY_WITHOUT_RECORDS } from '../follow-links.ts'
import { CALENDAR_OF_LIST } from '../seeds.ts'
import {
  block,
  exactly,
  faultInstead,
  type Headers,
  HTML_TYPE,
  JSON_FAULTS,
  JSON_TYPE,
  type Serve,
  type Serving,
  tryFiles,
} from './nginx-text.ts'

export function nginxPrograms(serve: Serve, shared: Headers): string[] {
  return [
    reads(serve, shared),
    serve('location = /.candor/banner', {
      type: JSON_TYPE,
      cache: { 'cache-control': PRIVATE_CACHE, ...OPEN_TO_ALL },
      faults: JSON_FAULTS,
      more: ['internal;'],
      files: tryFiles(`/api/cloud-banner&cloud=\${candor_chosen_name}${ENDINGS.read}`, '=404'),
    }),
    ...feeds(serve, shared),
    serve(`location = ${THREAT_CSV_PATH}`, {
      type: 'text/csv; charset=utf-8',
      cache: { ...shared, 'content-disposition': 'attachment; filename=threats.csv' },
      faults: JSON_FAULTS,
      files: tryFiles(`\${uri}\${candor_csv_view}${ENDINGS.csv}`, '=404'),
    }),
    // Only a site with accounts knows the owner.
    serve(`location ^~ ${OWN_CALENDAR_FOLDER}`, {
      type: JSON_TYPE,
      cache: { 'cache-control': PRIVATE_CACHE },
      faults: JSON_FAULTS,
      more: ['return 503;'],
    }),
  ]
}

function reads(serve: Serve, shared: Headers) {
  const read: Serving = {
    type: JSON_TYPE,
    cache: { ...shared, ...OPEN_TO_ALL },
    faults: JSON_FAULTS,
    files: tryFiles('$candor_read', '=404'),
  }
  const closed = { ...read, cache: { 'cache-control': PRIVATE_CACHE }, files: 'return 503;' }
  const orNothing = { ...read, files: tryFiles('$candor_read', '=404', '/.errors/json/none.json') }
  const calls = ACCOUNT_CALLS.filter((path) => path.startsWith('/api/'))
  // Exact paths and prefixes: trying regular expressions would slow every answer.
  return serve('location ^~ /api/', {
    ...read,
    more: [
      ...CALENDAR_OF_LIST.map(([list]) =>
        serve(`location = ${list}`, {
          ...read,
          faults: ['error_page 404 /.errors/json/one-filter.json;', faultInstead(405, 405)],
          files: tryFiles('$candor_read', '=404', emptyDay('$candor_br'), emptyDay('')),
        }),
      ),
      // A record that is on no cloud, or on another one, gets an empty answer.
      ...['posts/[1-9]\\d{0,9}', 'notification/[1-9]\\d{0,9}/\\w+'].map((path) =>
        serve(`location ^~ /api/${path.split('/')[0]}/`, {
          ...read,
          more: [serve(`location ~ "^/api/${path}$"`, orNothing)],
        }),
      ),
      serve('location = /api/cloud-banner', {
        ...read,
        more: ['if ($arg_cloud = "") { rewrite ^ /.candor/banner last; }'],
      }),
      ...calls.map((path) => serve(`location = ${path}`, closed)),
      ...CLOSED_FOLDERS.map((folder) => serve(`location ^~ ${folder}`, closed)),
      serve('location = /api/openapi.json', {
        ...read,
        cache: { ...shared, ...OPEN_TO_ALL },
        files: tryFiles('$uri', '=404'),
      }),
      serve('location = /api/docs', {
        ...read,
        cache: shared,
        type: HTML_TYPE,
        files: tryFiles('$uri', '=404'),
      }),
    ],
  })
}

function emptyDay(encoding: string) {
  return `\${uri}&cloud=\${candor_empty_day}&date=${DAY_WITHOUT_RECORDS}${ENDINGS.read}${encoding}`
}

function feeds(serve: Serve, shared: Headers) {
  const kinds = [
    ['rss', FEED_CONTENT_TYPES.rss],
    ['atom', FEED_CONTENT_TYPES.atom],
    ['jsonfeed', FEED_CONTENT_TYPES.json],
  ] as const
  return [
    // The type depends on the format, so each format has its own location.
    block(`location ^~ ${FEED_PATH}`, [
      'set $candor_feed $candor_feed_path$candor_rss_view;',
      'rewrite ^ /.candor/$candor_feed_format last;',
    ]),
    ...kinds.map(([kind, type]) =>
      serve(`location = /.candor/${kind}`, {
        type,
        cache: { ...shared, ...OPEN_TO_ALL },
        faults: JSON_FAULTS,
        more: ['internal;'],
        files: tryFiles(`\${candor_feed}${ENDINGS[kind]}`, '=404'),
      }),
    ),
    serve('location = /.candor/none', {
      type: JSON_TYPE,
      cache: { 'cache-control': PRIVATE_CACHE },
      faults: JSON_FAULTS,
      more: ['internal;', 'return 404;'],
    }),
  ]
}

const DOCUMENT_VIEW = `\${candor_document_view}`

export function nginxDocuments(serve: Serve, shared: Headers): string[] {
  return DOCUMENT_ROUTES.map((route) =>
    serve(locationOf(route), {
      type: route.type,
      cache: { ...shared, ...OPEN_TO_ALL, ...route.headers },
      faults: JSON_FAULTS,
      files: tryFiles(
        `\${uri}${route.query === undefined ? '' : DOCUMENT_VIEW}${ENDINGS.document}`,
        '=404',
        ...(route.isWholeInExport === true ? [`\${uri}${ENDINGS.document}`] : []),
      ),
    }),
  )
}

/** Where other views fall back to the whole file, a parameter counts only if an exported view has it. */
export const PARAMETERS_OF_DOCUMENTS = DOCUMENT_ROUTES.flatMap(({ query, isWholeInExport = false }) =>
  isWholeInExport ? [] : Object.keys(query?.properties ?? {}),
)

function locationOf({ path }: DocumentRoute) {
  if (!path.includes(':')) return `location = ${path}`
  const parts = path.split(/(:\w+)/).map((part) => (part.startsWith(':') ? '[^/]+' : exactly(part)))
  return `location ~ "^${parts.join('')}$"`
}
