import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Fault } from '../faults.ts'

/** Addresses are text, so numbers in them are read; a body says what it means, and a list is no word. */
export function strictBodies(app: FastifyInstance): FastifySchemaCompiler<TSchema> {
  return (route) => {
    if (route.httpPart !== 'body') {
      const compile = app.validatorCompiler
      if (compile === undefined) throw new Error('There is no compiler of schemas yet.')
      return compile(route)
    }
    const compiled = Compile(route.schema)
    return (value: unknown) => {
      if (compiled.Check(value)) return { value }
      const errors = compiled
        .Errors(value)
        // Each of these fields has an error of its own.
        .filter(({ keyword }) => keyword !== 'additionalProperties')
        .map(({ instancePath, keyword, message }) => [
          instancePath.slice(1).replaceAll('/', '.') || 'body',
          keyword === 'boolean' ? 'is not known here' : message,
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
}
