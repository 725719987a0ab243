import { expect, test } from 'vitest'
import type { PageContext } from '../page.ts'
import { cloudStatusPage } from './cloud-status-page.tsx'

const POST = {
  id: 7,
  title: 'Web Security: connections failing',
  summary: 'New sessions time out.',
  clouds: ['northwall_net'],
}

test('without a post the page keeps its usual title and description', async () => {
  const { status, meta } = await opened()
  expect(status).toBeUndefined()
  expect(meta).toEqual({ title: 'Cloud Status', description: expect.stringContaining('northwall.net') })
})

test.each<[string, typeof POST | null]>([
  ['does not exist', null],
  ['has no cloud', { ...POST, clouds: [] }],
])('P-04 a post that %s gives a 404 above the usual page', async (_, post) => {
  const { status, meta, data } = await opened({ post })
  expect(status).toBe(404)
  expect(meta).toMatchObject({ title: 'Cloud Status', noindex: true })
  expect(meta.canonicalPath).toBeUndefined()
  expect(data).toMatchObject({ verdict: { kind: 'loaded' } })
})

test('S-04 a post above the timeline sets the page title, and its own page is canonical', async () => {
  const { status, meta } = await opened({ post: POST })
  expect(status).toBeUndefined()
  expect(meta).toEqual({
    title: 'Web Security: connections failing · Cloud Status',
    description: 'New sessions time out.',
    canonicalPath: '/northwall.net/posts/7',
  })
})

test('G-20 a post that fails to load does not count as missing', async () => {
  const { status, meta } = await opened({ post: new Error('out of reach') })
  expect(status).toBeUndefined()
  expect(meta.noindex).toBeUndefined()
})

async function opened({ post }: { post?: typeof POST | null | Error } = {}) {
  const context = {
    path: '/northwall.net/cloud-status',
    query: new URLSearchParams(post === undefined ? '' : '?post=7'),
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net', cloud_status: {} },
    global: { provider: { name: 'Northwall' } },
    read: async (path: string) => {
      if (path === '/api/posts/:id' && post instanceof Error) throw post
      return { data: path === '/api/posts/:id' ? post : {} }
    },
  } as unknown as PageContext
  const outcome = await cloudStatusPage.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return { ...outcome, meta: cloudStatusPage.meta(outcome.data, context) }
}
