import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EditionTarget } from '../../src/edition/file/edition-targets.ts'
import { followEditionFiles } from '../../src/edition/file/follow-edition-files.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BucketServer, bucketServer, expectedSignature } from '../support/bucket-server.ts'
import { headIn, KNOWN, type TestWriter, testWriter } from '../support/edition-writer.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'

type Bucket = Extract<EditionTarget, { kind: 's3' }>

const CREDENTIALS = { accessKeyId: 'writer', secretAccessKey: 'the right secret' }
const FOLDER = 'trust site/editions'
const EXAMPLE_SIGNATURE = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'

let database: TestDatabase
let server: BucketServer
let folder: string
let target: Bucket
let writer: TestWriter | undefined

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'candor-s3-'))
  server = await bucketServer({ bucket: 'status', secret: CREDENTIALS.secretAccessKey })
  target = {
    kind: 's3',
    endpoint: server.url,
    bucket: 'status',
    prefix: FOLDER,
    region: 'us-east-1',
    ...CREDENTIALS,
    sessionToken: undefined,
  }
})

afterEach(async () => {
  await writer?.stop()
  writer = undefined
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

test("the test's signature check accepts Amazon's own example", () => {
  const example = {
    method: 'GET',
    url: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${EXAMPLE_SIGNATURE}`,
    },
  }
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
  expect(expectedSignature(example, secret)).toBe(EXAMPLE_SIGNATURE)
})

test('editions are uploaded by signed requests, the newest are kept, and a backup site reads them', async () => {
  const { of } = write({ keep: 2 })
  await eventually(() => expect(of('written')).toHaveLength(1))
  for (let round = 0; round < 3; round++) {
    const edition = await publish(database.db, await addDraft(database.db))
    await eventually(() => expect(of('written').at(-1)?.number).toBe(edition))
    expect(await numberThere()).toBe(edition)
  }
  await eventually(() => expect(filesThere()).toHaveLength(2))

  const holder = followEditionFiles({
    source: { kind: 'http', url: `${target.endpoint}/status/trust%20site/editions` },
    keys: KNOWN,
    folder: join(folder, 'recovery'),
    clock: () => new Date(),
    onEvent: () => {},
  })
  await holder.refresh()
  expect(holder.current()?.edition.number).toBe(await numberThere())
  await holder.stop()
})

test('a wrong secret is rejected by the server, in one line without it', async () => {
  const { of } = write({ target: { ...target, secretAccessKey: 'hunter2' } })
  const error = await eventually(() => {
    const [failed] = of('failed')
    expect(failed).toBeDefined()
    return String(failed?.error)
  })
  expect(error).toMatch(/PUT edition-\S+ was answered with 403: .*SignatureDoesNotMatch/)
  expect(error).not.toContain('hunter2')
})

test('a missing bucket is named in one line', async () => {
  const { of } = write({ target: { ...target, bucket: 'nowhere' } })
  await eventually(() => expect(String(of('failed')[0]?.error)).toMatch(/answered with 404: .*NoSuchBucket/))
})

function write(options: Partial<Parameters<typeof testWriter>[0]>) {
  writer = testWriter({ db: database.db, url: database.url, target, ...options })
  return writer
}

async function numberThere() {
  const client = new AwsClient({ ...CREDENTIALS, region: 'us-east-1', service: 's3' })
  const response = await client.fetch(`${target.endpoint}/status/trust%20site/editions/head.json`)
  return headIn(await response.text()).number
}

function filesThere() {
  const names = [...server.objects.keys()].map((key) => key.slice(`${FOLDER}/`.length))
  return names.filter((name) => /^edition-\d{12}-[0-9a-f]{8}\.candor$/.test(name))
}
