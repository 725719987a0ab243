import Jtd from 'ajv/dist/jtd.js'

// Nearly each of the validator's tests makes its own Ajv, which then compiles the schema of schemas to check the
// validator's own. That takes ten seconds of CPU in every worker, and says nothing about our documents.
Jtd.prototype.validateSchema = () => true
const [mandatory, { csaf_2_0, csaf_2_0_strict }, { default: validateStrict }] = await Promise.all([
  import('@secvisogram/csaf-validator-lib/mandatoryTests.js'),
  import('@secvisogram/csaf-validator-lib/schemaTests.js'),
  import('@secvisogram/csaf-validator-lib/validateStrict.js'),
])

/** All mandatory CSAF tests: its schema, strictly, and tests 6.1.1 to 6.1.33. */
export const MANDATORY_TESTS: readonly unknown[] = [csaf_2_0, csaf_2_0_strict, ...Object.values(mandatory)]

export async function csafFaults(document: unknown): Promise<string[]> {
  const { isValid, tests } = await validateStrict(MANDATORY_TESTS, document)
  const faults = tests.flatMap(({ name, errors }) =>
    errors.map(({ instancePath, message }) => `${name} ${instancePath} ${message}`),
  )
  return isValid ? [] : ['not valid', ...faults]
}
