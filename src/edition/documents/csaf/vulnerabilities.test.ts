import { expect, test } from 'vitest'
import { csafFaults } from '../../../../tests/support/csaf-faults.ts'
import { madeUpAdvisory, madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import { cvssScore } from '../../../domain/csaf/cvss-score.ts'
import { type Advisory, advisoryOf } from './advisories-of.ts'
import { advisoryDocument } from './advisory-document.ts'

test('CSAF: every base vector gets the score that the validator computes', async () => {
  const record = madeUpAdvisory({ cvss_vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' })
  const edition = madeUpEdition([record])
  const publicUrl = 'https://trust.northwall.example'
  const document = advisoryDocument(
    { edition, publicUrl, isGovDeployment: false },
    advisoryOf(record) as Advisory,
  )
  const scores = ['CVSS:3.0/', 'CVSS:3.1/', ''].flatMap((prefix) =>
    allVectors(prefix === '' ? BASE_2 : BASE_3).map((vector) => prefix + vector),
  )
  expect(scores.length).toBe(2 * 2592 + 729)
  const [vulnerability] = document.vulnerabilities ?? []
  const wrong = await csafFaults({
    ...document,
    vulnerabilities: scores.map((vectorString) => {
      const { severity, ...score } = cvssScore(vectorString) as { severity: string; version: string }
      const cvss = { ...score, vectorString }
      const scored = vectorString.startsWith('CVSS')
        ? { cvss_v3: { ...cvss, baseSeverity: severity } }
        : { cvss_v2: cvss }
      return { ...vulnerability, scores: [{ products: ['cloud-1'], ...scored }] }
    }),
  })
  expect(wrong).toEqual([])
}, 60_000)

const BASE_3 = ['AV:N A L P', 'AC:L H', 'PR:N L H', 'UI:N R', 'S:U C', 'C:H L N', 'I:H L N', 'A:H L N']
const BASE_2 = ['AV:L A N', 'AC:H M L', 'Au:M S N', 'C:N P C', 'I:N P C', 'A:N P C']

function allVectors([first = '', ...rest]: readonly string[]): string[] {
  const [name, values = ''] = first.split(':')
  const below = rest.length === 0 ? [''] : allVectors(rest).map((vector) => `/${vector}`)
  return values.split(' ').flatMap((value) => below.map((more) => `${name}:${value}${more}`))
}
