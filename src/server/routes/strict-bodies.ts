import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../http/faults.ts'

/**
 * URLs are text, so their numbers are converted. Bodies are typed, so their values must match exactly. Each schema is
 * compiled on its first request: compiling all of them would take half of the start time.
 */
export function strictBodies(app: FastifyInstance): FastifySchemaCompiler<TSchema> {
  return (route) => (route.httpPart === 'body' ? checkBody(route.schema) : checkAddress(app, route))
}

type Route = Parameters<FastifySchemaCompiler<TSchema>>[0]

function checkAddress(app: FastifyInstance, route: Route) {
  let compiled: ReturnType<FastifySchemaCompiler<TSchema>> | undefined
  const check: ReturnType<FastifySchemaCompiler<TSchema>> = (value: unknown) => {
    compiled ??= compilerOf(app)(route)
    const outcome = compiled(value)
    check.errors = compiled.errors ?? null
    return outcome
  }
  return check
}

function compilerOf({ validatorCompiler }: FastifyInstance) {
  if (validatorCompiler === undefined) throw new Error('There is no compiler of schemas yet.')
  return validatorCompiler
}

function checkBody(schema: TSchema) {
  let compiled: ReturnType<typeof Compile> | undefined
  return (value: unknown) => {
    compiled ??= Compile(schema)
    if (compiled.Check(value)) return { value }
    const errors = compiled
      .Errors(value)
      // These fields each have an error of their own.
      .filter(({ keyword }) => keyword !== 'additionalProperties')
      .map(({ instancePath, keyword, message }) => [
        instancePath.slice(1).replaceAll('/', '.') || 'body',
        keyword === 'boolean' ? 'is unknown' : message,
      ])
    const [field, problem] = errors[0] ?? ['body', 'is not valid']
    return {
      error: new Fault('bad-request', {
        message: `Field "${field}" ${problem}.`,
        errors: Object.fromEntries(errors),
      }),
    }
  }
}
