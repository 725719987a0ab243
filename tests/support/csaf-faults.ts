import * as mandatory from '@secvisogram/csaf-validator-lib/mandatoryTests.js'
import { csaf_2_0, csaf_2_0_strict } from '@secvisogram/csaf-validator-lib/schemaTests.js'
import validateStrict from '@secvisogram/csaf-validator-lib/validateStrict.js'

/** All mandatory CSAF tests: its schema, strictly, and tests 6.1.1 to 6.1.33. */
export const MANDATORY_TESTS: readonly unknown[] = [csaf_2_0, csaf_2_0_strict, ...Object.values(mandatory)]

/** The errors found by an independent validator. */
export async function csafFaults(document: unknown): Promise<string[]> {
  const { isValid, tests } = await validateStrict(MANDATORY_TESTS, document)
  const faults = tests.flatMap(({ name, errors }) =>
    errors.map(({ instancePath, message }) => `${name} ${instancePath} ${message}`),
  )
  return isValid ? [] : ['not valid', ...faults]
}
