interface CsafTestResult {
  isValid: boolean
  tests: {
    name: string
    isValid: boolean
    errors: { message: string; instancePath: string }[]
    warnings: { message: string; instancePath: string }[]
  }[]
}

declare module '@secvisogram/csaf-validator-lib/validateStrict.js' {
  export default function validateStrict(
    tests: readonly unknown[],
    document: unknown,
  ): Promise<CsafTestResult>
}
declare module '@secvisogram/csaf-validator-lib/mandatoryTests.js' {
  const tests: Record<string, unknown>
  export = tests
}
declare module '@secvisogram/csaf-validator-lib/schemaTests.js' {
  export const csaf_2_0_strict: unknown
  export const csaf_2_0: unknown
}
