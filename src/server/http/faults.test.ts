import { errorCodes } from 'fastify'
import { expect, test } from 'vitest'
import { FAULTS, Fault, toFault } from './faults.ts'

test('every fault has an error status and a sentence', () => {
  for (const [code, { status, message }] of Object.entries(FAULTS)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(status, code).toBeLessThan(600)
    expect(message, code).toMatch(/^[A-Z].*\.$/)
  }
})

test.each([
  ['FST_ERR_BAD_URL', 400],
  ['FST_ERR_MAX_PARAM_LENGTH', 400],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 400],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400],
] as const)('framework error %s gets status %i', (code, status) => {
  const known = errorCodes as unknown as Record<string, new () => Error>
  const error = new (known[code] as new () => Error)()
  expect(toFault(error).status).toBe(status)
})

test.each([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])('HTTP parser error %s gets status %i', (code, status) => {
  expect(toFault(Object.assign(new Error('raw'), { code })).status).toBe(status)
})

test.each(['22003', '22P02', '22021', '22P05'])(
  'a value that PostgreSQL cannot store (%s) is a bad request',
  (code) => {
    expect(toFault(Object.assign(new Error('raw'), { code })).status).toBe(400)
  },
)

test('an unexpected error is a server fault whose reason stays private', () => {
  const secret = 'password=hunter2 at /srv/candor/db.ts:12'
  for (const thrown of [
    new Error(secret),
    Object.assign(new Error(secret), { statusCode: 400 }),
    secret,
    null,
  ]) {
    const fault = toFault(thrown)
    expect(fault.status).toBe(500)
    expect(JSON.stringify(fault.body())).not.toContain('hunter2')
  }
})

test('a fault is passed on unchanged', () => {
  const fault = new Fault('not-found', { message: 'There is no cloud "x".' })
  expect(toFault(fault)).toBe(fault)
  expect(fault.body()).toEqual({ message: 'There is no cloud "x".' })
})

test('invalid input names its fields and their problems', () => {
  const error = {
    validation: [
      { keyword: 'type', instancePath: '/page', schemaPath: '', params: {}, message: 'must be integer' },
      {
        keyword: 'required',
        instancePath: '/address',
        schemaPath: '',
        params: { missingProperty: 'city' },
        message: "must have required property 'city'",
      },
    ],
    validationContext: 'querystring',
  }
  const fault = toFault(error)
  expect(fault.status).toBe(400)
  expect(fault.body()).toEqual({
    message: 'Query parameter "page" must be integer.',
    errors: { page: 'must be integer', 'address.city': 'is missing' },
  })
})

test('invalid input without a field gets a name, too', () => {
  const validation = [
    { keyword: 'type', instancePath: '', schemaPath: '', params: {}, message: 'must be object' },
  ]
  expect(toFault({ validation, validationContext: 'body' }).body()).toEqual({
    message: 'Field "request" must be object.',
    errors: { request: 'must be object' },
  })
})
