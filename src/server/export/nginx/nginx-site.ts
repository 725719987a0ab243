import { ACCOUNT_CALLS, CLOSED_FOLDERS, SIGN_ON_FOLDERS } from '../../../domain/account/account-calls.ts'
import { settingsPath } from '../../../domain/account/settings-address.ts'
import { FEED_CONTENT_TYPES } from '../../../edition/feeds/write-feed.ts'
import { FILE_CACHE, IMMUTABLE_CACHE, PRIVATE_CACHE } from '../../cache-control.ts'
import { FEED_PATH } from '../../public-answers/make-feed.ts'
import { THREAT_CSV_PATH } from '../../public-answers/make-threat-csv.ts'
import { ENDINGS } from '../file-of.ts'
import { DAY_WITHOUT_RECORDS } from '../reads-behind.ts'
import { CURRENT, PREVIOUS, SITE } from '../release.ts'
import { CALENDAR_OF_LIST } from '../seeds.ts'
import { addHeaders, block, literal, oneOf, quoted } from './nginx-text.ts'

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_FAULTS = errors('json')
const PAGE_FAULTS = ['error_page 404 $candor_missing;', ...closed(405, 405), ...closed(503, 503)]

const PRESELECT = 'if ($arg_cloud != "") { rewrite ^ /.candor/preselect last; }'

export interface SiteOptions {
  /** Where nginx finds the folder of the export. */
  root: string
  /** Of every answer. */
  headers: Readonly<Record<string, string>>
  /** Of what everybody gets: what browsers may do with it, and what a cache in front may. */
  shared: Readonly<Record<string, string>>
  /** Files that are served as they are, with their type. */
  files: ReadonlyMap<string, string>
}

/** The inside of a server block: which file answers which request, and with which headers. */
export function nginxSite(options: SiteOptions): string {
  const serve = server(options)
  const { shared, root } = options
  const page = { type: HTML, cache: shared, files: tryFiles('$candor_page', '@candor_otherwise') }
  const pageOf = (head: string, extra: string[]) => serve(head, { ...page, faults: extra })
  return [
    '# Written by export-static, anew with every export. Belongs into a server block.',
    [
      `root ${literal(`${root}/${CURRENT}/${SITE}`)};`,
      'absolute_redirect off;',
      'server_tokens off;',
      'gzip off;',
      'gzip_static on;',
      // What is published is looked at a second later at the latest.
      'open_file_cache max=20000 inactive=60s;',
      'open_file_cache_valid 1s;',
    ].join('\n'),
    serve('location /', { ...page, faults: PAGE_FAULTS, more: [PRESELECT] }),
    otherwise(serve, shared),
    ...redirectsByCloud(serve),
    // O-06: pages of accounts are there and say why not; their forms lead nowhere.
    ...ACCOUNT_CALLS.filter((path) => !path.startsWith('/api/')).map((path) =>
      pageOf(`location = ${path}`, ACCOUNT_FAULTS),
    ),
    serve('location ^~ /user/', {
      ...page,
      faults: ACCOUNT_FAULTS,
      more: [
        serve('location ~ "^/user/[1-9]\\d{0,9}/edit$"', {
          ...page,
          files: tryFiles(`${settingsPath(1)}${ENDINGS.page}`, '=404'),
          faults: ACCOUNT_FAULTS,
        }),
      ],
    }),
    ...[...SIGN_ON_FOLDERS, '/admin/'].map((folder) => refuse(serve, `location ^~ ${folder}`, 503)),
    refuse(serve, 'location = /admin', 503),
    reads(serve, options),
    ...feeds(serve, shared),
    serve(`location = ${THREAT_CSV_PATH}`, {
      type: 'text/csv; charset=utf-8',
      cache: { ...shared, 'content-disposition': '$candor_csv_name' },
      files: tryFiles(`\${uri}\${candor_csv_view}${ENDINGS.csv}`, '=404'),
      faults: JSON_FAULTS,
    }),
    ...fixedFiles(serve, options),
    assets(serve, options),
    ...errorPages(serve, shared),
    health(serve),
    '',
  ].join('\n\n')
}

interface Serving {
  type: string
  cache: Readonly<Record<string, string>>
  files?: string
  faults?: readonly string[]
  more?: readonly string[]
}

type Serve = (head: string, of: Serving) => string

/** In nginx a location that adds one header loses all of its surroundings', so each says all of its own. */
function server({ headers }: SiteOptions): Serve {
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

/** In Brotli for those who read it; gzip is nginx's own. */
function tryFiles(file: string, otherwise: string, ...more: string[]) {
  return `try_files ${[`${file}$candor_br`, file, ...more].map(quoted).join(' ')} ${otherwise};`
}

function errors(form: 'json' | '$candor_fault') {
  return [404, 405, 503].map((status) => `error_page ${status} /.errors/${form}/${status}.${form};`)
}

/** One status instead of another, as a page or as JSON. */
function closed(from: number, to: number) {
  return [`error_page ${from} =${to} /.errors/$candor_fault/${to}.$candor_fault;`]
}

const ACCOUNT_FAULTS = ['error_page 404 $candor_missing;', ...closed(405, 503)]

/** Not a page that is here: one that is elsewhere, a view that falls back to its page, or nothing at all. */
function otherwise(serve: Serve, shared: Serving['cache']) {
  return serve('location @candor_otherwise', {
    type: HTML,
    cache: shared,
    faults: PAGE_FAULTS,
    more: [
      'if ($candor_trimmed != "") { return 308 $candor_trimmed$is_args$args; }',
      'if ($candor_moved != "") { return 302 $candor_moved; }',
      'if ($candor_post != "") { return 302 $candor_post; }',
      `if (!-f "$document_root\${uri}${ENDINGS.page}") { return 404; }`,
      `if (-f "$document_root\${uri}&month=\${candor_month}${ENDINGS.page}") { return 302 $candor_path?month=$candor_month; }`,
      'return 302 $candor_path;',
    ],
  })
}

function redirectsByCloud(serve: Serve) {
  const redirect = (head: string, more: string[]) =>
    serve(head, { type: HTML, cache: { 'cache-control': PRIVATE_CACHE }, faults: PAGE_FAULTS, more })
  return [
    redirect('location = /', [PRESELECT, 'return 302 $candor_home$is_args$args;']),
    redirect('location ^~ /posts/', [PRESELECT, 'return 302 /$candor_chosen$candor_path$is_args$args;']),
    redirect('location = /.candor/preselect', [
      'internal;',
      'add_header set-cookie $candor_cookie_0 always;',
      'add_header set-cookie $candor_cookie_1 always;',
      'if ($candor_asked = "") { return 404; }',
      'return 302 $candor_asked_path$candor_rest;',
    ]),
  ]
}

function refuse(serve: Serve, head: string, status: number) {
  return serve(head, {
    type: HTML,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: closed(status, status),
    more: [`return ${status};`],
  })
}

function reads(serve: Serve, { shared }: SiteOptions) {
  const read = { type: JSON_TYPE, cache: shared, faults: JSON_FAULTS }
  const list = { ...read, faults: ['error_page 404 /.errors/json/one-filter.json;', ...closed(405, 405)] }
  const at = (head: string, file: string, ...more: string[]) =>
    serve(head, { ...read, files: tryFiles(file, '=404', ...more) })
  const calls = ACCOUNT_CALLS.filter((path) => path.startsWith('/api/'))
  const lists = CALENDAR_OF_LIST.map(([list]) => list)
  return serve('location ^~ /api/', {
    ...read,
    files: tryFiles('$candor_read', '=404'),
    more: [
      serve(`location ~ "^${oneOf(lists)}$"`, {
        ...list,
        files: tryFiles('$candor_read', '=404', emptyDay('$candor_br'), emptyDay('')),
      }),
      // What is on no cloud, or on another: that is an answer, too.
      at('location ~ "^/api/posts/[1-9]\\d{0,9}$"', '$candor_read', '/.errors/json/none.json'),
      at('location ~ "^/api/notification/[1-9]\\d{0,9}/\\w+$"', '$candor_read', '/.errors/json/none.json'),
      serve('location = /api/cloud-banner', {
        ...read,
        cache: { 'cache-control': PRIVATE_CACHE },
        files: tryFiles('$candor_read', '=404', `$uri\${candor_banner_view}${ENDINGS.read}`),
      }),
      refuse(serve, `location ~ "^${oneOf(calls)}$"`, 503),
      ...CLOSED_FOLDERS.map((folder) => refuse(serve, `location ^~ ${folder}`, 503)),
      at('location = /api/openapi.json', '$uri'),
      serve('location = /api/docs', { ...read, type: HTML, files: tryFiles('$uri', '=404') }),
    ],
  })
}

function emptyDay(encoding: string) {
  return `\${uri}&cloud=\${candor_empty_day}&date=${DAY_WITHOUT_RECORDS}${ENDINGS.read}${encoding}`
}

function feeds(serve: Serve, shared: Serving['cache']) {
  const kinds = [
    ['rss', FEED_CONTENT_TYPES.rss],
    ['atom', FEED_CONTENT_TYPES.atom],
    ['jsonfeed', FEED_CONTENT_TYPES.json],
  ] as const
  return [
    block(`location ^~ ${FEED_PATH}`, [
      'set $candor_feed $candor_feed_path$candor_rss_view;',
      'rewrite ^ /.candor/$candor_feed_format last;',
    ]),
    ...kinds.map(([kind, type]) =>
      serve(`location = /.candor/${kind}`, {
        type,
        cache: shared,
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

/** At the root: icons, and what search engines look for. */
function fixedFiles(serve: Serve, { files, shared }: SiteOptions) {
  return [...files]
    .filter(([path]) => !path.startsWith('/assets/') && !path.startsWith('/api/'))
    .map(([path, type]) =>
      serve(`location = ${path}`, {
        type,
        cache: /\.(?:ico|png|svg)$/.test(path) ? { 'cache-control': FILE_CACHE } : shared,
        files: tryFiles('$uri', '=404'),
        faults: JSON_FAULTS,
      }),
    )
}

/** Pages that were opened before an update still find their scripts. */
function assets(serve: Serve, { files, root }: SiteOptions) {
  const endings = new Map<string, string>()
  for (const [path, type] of files) {
    if (path.startsWith('/assets/')) endings.set(path.slice(path.lastIndexOf('.') + 1), type)
  }
  return serve('location ^~ /assets/', {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    faults: JSON_FAULTS,
    more: [
      ...[...endings].map(([ending, type]) =>
        serve(`location ~ "\\.${ending}$"`, {
          type,
          cache: { 'cache-control': IMMUTABLE_CACHE },
          faults: JSON_FAULTS,
          more: [`root ${literal(root)};`],
          files: tryFiles(`/${CURRENT}/${SITE}$uri`, '=404', `/${PREVIOUS}/${SITE}$uri`),
        }),
      ),
      'return 404;',
    ],
  })
}

function errorPages(serve: Serve, shared: Serving['cache']) {
  const onlyFault = {
    'cache-control': PRIVATE_CACHE,
    'retry-after': '$candor_retry_after',
    allow: '$candor_allow',
  }
  const page = (head: string, type: string, cache: Serving['cache']) =>
    serve(head, { type, cache, more: ['internal;'], files: tryFiles('$uri', '=404') })
  return [
    page('location ^~ /.errors/html/404', HTML, shared),
    page('location ^~ /.errors/html/', HTML, onlyFault),
    page('location ^~ /.errors/json/', JSON_TYPE, onlyFault),
    block('location ^~ /.long/', ['internal;']),
  ]
}

/** For whoever watches the server; the age of the content is in /api/edition. */
function health(serve: Serve) {
  return serve('location = /healthz', {
    type: JSON_TYPE,
    cache: { 'cache-control': PRIVATE_CACHE },
    more: [`return 200 '{"status":"ok"}';`],
  })
}
