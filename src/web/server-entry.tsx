import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type StaticHandler,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router'
import type { Read } from '../contract/public-reads.ts'
import { PLACE_KINDS, type PlaceKind, placePath } from '../domain/place-address.ts'
import { cloudOfPath } from '../domain/select-cloud.ts'
import { LAST_ID, wholeNumber } from '../domain/whole-number.ts'
import type { Posted } from '../ui/forms/posted.ts'
import { ROOT_ROUTE_ID, type RootData, type ShownGlobal } from '../ui/root-data.ts'
import { loadChunk } from './page-chunk.ts'
import { pageModules } from './page-modules.ts'
import { type HeadMeta, type PageState, statusOf } from './page-state.ts'
import { ReadContext } from './page-view.tsx'
import type { PageMeta } from './pages/page-meta.ts'
import { pageTitle } from './pages/page-meta.ts'
import { PastContext, type PastShown } from './past/past-context.ts'
import { moduleOfRoute, routesOf, sourceOfRouteId } from './routes.tsx'
import { FaultMessage, FaultShell, type FaultWords, GlobalFailed } from './shell/fault-shell.tsx'
import { type Hydration, type ShownSite, siteContext } from './site.ts'

export interface PageRequest {
  /** Path and canonical query, already decoded and validated by the edge. */
  url: URL
  global: ShownGlobal
  read: Read
  now: Date
  posted?: Posted | undefined
  /** Machine name of the chosen cloud, for paths without one; undefined for shared HTML. */
  chosen?: string | undefined
  /** Set if the page is of an earlier edition. It must not run scripts, which know only the present. */
  past?: PastShown | undefined
}

export type PageResult =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** File under src/web; determines the preloads. */
      source: string
      isMostlyRead: boolean
      /** Missing pages with the same key are identical. */
      missingKey: string | undefined
      /** The title is complete, as the browser will set it on navigation. */
      meta: HeadMeta
      hydration: Hydration
      /** Apart, because rendering costs far more than determining the status. */
      markup: MarkupInput
    }

/** Another thread may render it. */
export interface MarkupInput {
  location: StaticHandlerContext['location']
  loaderData: StaticHandlerContext['loaderData']
  past: PastShown | undefined
}

export async function preparePage({
  url,
  global,
  read,
  now,
  posted,
  chosen,
  past,
}: PageRequest): Promise<PageResult> {
  const root = { global, year: now.getUTCFullYear() }
  const site: ShownSite = {
    global: () => global,
    read,
    savedMachineName: () => chosen,
    loadRoot: async () => root,
    posted,
  }
  const handler = handlerOf(global.menu)
  const context = await handler.query(new Request(url), {
    requestContext: new RouterContextProvider(new Map([[siteContext, site]])),
  })
  if (context instanceof Response) {
    return { kind: 'redirect', status: context.status, location: context.headers.get('location') ?? '/' }
  }
  for (const error of Object.values(context.errors ?? {})) throw error

  const routeId = context.matches.at(-1)?.route.id ?? ''
  const page = context.loaderData[routeId] as PageState
  return {
    kind: 'page',
    status: statusOf(page),
    source: sourceOfRouteId(routeId),
    isMostlyRead: page.kind !== 'failed' && isMostlyRead(context.matches.at(-1)?.route),
    missingKey:
      page.kind === 'missing' || (page.kind === 'found' && page.nowhere !== undefined)
        ? missingKey(global.clouds, url.pathname, page.kind === 'found' ? page.nowhere : undefined)
        : undefined,
    meta: page.meta,
    hydration: { ...root, page },
    markup: { location: context.location, loaderData: context.loaderData, past },
  }
}

/** For a thread that only renders. Elsewhere, the code of a page is loaded with its data. */
export async function loadAllPages(): Promise<void> {
  await Promise.all(Object.values(pageModules).map(loadChunk))
}

export function renderMarkup({ location, loaderData, past }: MarkupInput): string {
  const { dataRoutes } = handlerOf((loaderData[ROOT_ROUTE_ID] as RootData).global.menu)
  const context: StaticHandlerContext = {
    ...NOTHING_ELSE,
    location,
    loaderData,
    matches: matchRoutes(dataRoutes, location) ?? [],
  }
  return renderToString(
    <ReadContext value={readNothing}>
      <PastContext value={past}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </PastContext>
    </ReadContext>,
  )
}

const NOTHING_ELSE = {
  basename: '/',
  actionData: null,
  errors: null,
  statusCode: 200,
  loaderHeaders: {},
  actionHeaders: {},
}

/** Pages are loaded before they are rendered, and after that in the browser. */
const readNothing: Read = () => {
  throw new Error('Nothing is read while a page is rendered.')
}

function isMostlyRead(route: RouteObject | undefined): boolean {
  return route !== undefined && moduleOfRoute(route)?.isMostlyRead === true
}

/** Loads nothing. A missing page has the same key here as when prepared. */
export function pathTarget(
  { menu, clouds }: { menu: Pick<ShownGlobal['menu'], 'main_menu'>; clouds: readonly MissingCloud[] },
  path: string,
): PathTarget {
  const match = matchOf(handlerOf(menu), path)
  const nowhere = { kind: 'nowhere', missingKey: missingKey(clouds, path, undefined) } as const
  if (match === undefined) return nowhere
  const { cloud, id, name = '' } = match.params
  const isOfNoCloud = cloud !== undefined && clouds.every(({ domain }) => domain !== cloud)
  if (isOfNoCloud || match.route.path === '*') return nowhere
  const place = PLACE_KINDS.find((kind) => match.route.path === placePath(':cloud', kind, ':name'))
  if (place !== undefined)
    return { kind: 'place', place, name, missingKey: missingKey(clouds, path, undefined) }
  const [, section, versions] = RECORD_PATH.exec(match.route.path ?? '') ?? []
  if (section === undefined) return { kind: 'page' }
  const number = wholeNumber(id ?? null, LAST_ID)
  if (number === undefined) return nowhere
  const sectionOfMissing = versions === undefined ? section : undefined
  return { kind: 'record', section, id: number, missingKey: missingKey(clouds, path, sectionOfMissing) }
}

/** The router ranks and compiles all routes for every match, which takes longer than most answers. */
function matchOf(handler: StaticHandler, path: string): RouteMatch | undefined {
  const known = matches.get(handler) ?? new Map<string, RouteMatch | undefined>()
  matches.set(handler, known)
  if (known.has(path)) return known.get(path)
  const match = matchRoutes(handler.dataRoutes, path)?.at(-1)
  // Anyone can make up paths.
  if (path.length > LONGEST_PATH_KNOWN) return match
  if (known.size >= MOST_PATHS_KNOWN) known.clear()
  known.set(path, match)
  return match
}

type RouteMatch = NonNullable<ReturnType<typeof matchRoutes>>[number]

const matches = new WeakMap<StaticHandler, Map<string, RouteMatch | undefined>>()
/** Twice the number of pages that are rendered ahead for fifteen clouds. */
const MOST_PATHS_KNOWN = 1_000
const LONGEST_PATH_KNOWN = 500

export type PathTarget =
  | { kind: 'page' }
  | { kind: 'nowhere'; missingKey: string }
  | { kind: 'place'; place: PlaceKind; name: string; missingKey: string }
  | { kind: 'record'; section: string; id: number; missingKey: string }

const RECORD_PATH = /^(?:\/:cloud)?\/(posts|notification)\/:id(\/versions)?$/

type MissingCloud = Pick<ShownGlobal['clouds'][number], 'domain' | 'machine_name'>

function missingKey(clouds: readonly MissingCloud[], path: string, section: string | undefined): string {
  const domain = cloudOfPath(clouds, path)?.domain ?? ''
  return section === undefined ? domain : `${domain} ${section}`
}

/** Sorting and compiling the routes costs more than the rest of resolving a path. */
function handlerOf(menu: Pick<ShownGlobal['menu'], 'main_menu'>): StaticHandler {
  const known = handlers.get(menu)
  if (known !== undefined) return known
  // Another edition, or another thread, has a copy of the same menu.
  const text = JSON.stringify(menu.main_menu)
  if (text !== newest?.text) newest = { text, handler: createStaticHandler(routesOf(menu)) }
  handlers.set(menu, newest.handler)
  return newest.handler
}

const handlers = new WeakMap<Pick<ShownGlobal['menu'], 'main_menu'>, StaticHandler>()
let newest: { text: string; handler: StaticHandler } | undefined

/** For the edge: an error page with header and menu, without data or scripts. `path` determines the cloud. */
export function faultPage({
  global,
  now,
  path,
  ...words
}: FaultWords & { global: ShownGlobal; now: Date; path: string }): FaultDocument {
  const cloud = cloudOfPath(global.clouds, path)
  const meta = {
    title: pageTitle(`Error ${words.status}`, { ...global, cloud }),
    description: words.message,
    noindex: true,
  }
  const { dataRoutes } = createStaticHandler([
    {
      id: ROOT_ROUTE_ID,
      Component: FaultShell,
      children: [{ id: FAULT_ROUTE_ID, path: '*', element: <FaultMessage {...words} /> }],
    },
  ])
  const [root] = dataRoutes
  const [message] = root?.children ?? []
  if (root === undefined || message === undefined) throw new Error('The router lost a route.')
  // The address may be malformed, so links start from the home page of its cloud.
  const pathname = cloud === undefined ? '/' : `/${cloud.domain}`
  const at = { params: {}, pathname, pathnameBase: '/' }
  const page: PageState = { kind: 'missing', cloud: cloud?.machine_name ?? '', meta }
  const context: StaticHandlerContext = {
    basename: '/',
    location: { pathname, search: '', hash: '', state: null, key: 'default' },
    matches: [
      { ...at, route: root },
      { ...at, route: message },
    ],
    loaderData: {
      [ROOT_ROUTE_ID]: { global, year: now.getUTCFullYear() } satisfies RootData,
      [FAULT_ROUTE_ID]: page,
    },
    actionData: null,
    errors: null,
    statusCode: words.status,
    loaderHeaders: {},
    actionHeaders: {},
  }
  const html = renderToStaticMarkup(
    <StaticRouterProvider
      router={createStaticRouter(dataRoutes, context)}
      context={context}
      hydrate={false}
    />,
  )
  return { meta, html }
}

const FAULT_ROUTE_ID = 'fault'

export interface FaultDocument {
  meta: PageMeta & { noindex: boolean }
  html: string
}

/** For the edge, if there is no content to build a page from. */
export function globalFailedPage(): FaultDocument {
  return {
    meta: {
      title: 'Content could not be loaded',
      description: 'We can’t load the content of this site.',
      noindex: true,
    },
    html: renderToStaticMarkup(<GlobalFailed />),
  }
}
