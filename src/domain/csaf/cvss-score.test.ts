import { describe, expect, test } from 'vitest'
import { cvssScore, cvssSeverity } from './cvss-score.ts'

describe('CVSS', () => {
  // From the examples of FIRST and entries in the NVD.
  test.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '3.1', 9.8, 'CRITICAL'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', '3.1', 10, 'CRITICAL'],
    ['CVSS:3.0/AV:L/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N', '3.0', 5.1, 'MEDIUM'],
    ['CVSS:3.0/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', '3.0', 7.8, 'HIGH'],
    ['CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', '3.1', 3.1, 'LOW'],
    ['CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:N/I:N/A:N', '3.1', 0, 'NONE'],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', '3.1', 6.4, 'MEDIUM'],
    ['CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N/E:P/RL:O/RC:C/MAV:A/CR:H', '3.1', 9.8, 'CRITICAL'],
    ['AV:N/AC:L/Au:N/C:N/I:N/A:C', '2.0', 7.8, 'HIGH'],
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', '2.0', 10, 'HIGH'],
    ['AV:L/AC:H/Au:N/C:C/I:C/A:C/E:POC/RL:OF/RC:C', '2.0', 6.2, 'MEDIUM'],
    ['AV:L/AC:H/Au:M/C:N/I:N/A:N', '2.0', 0, 'LOW'],
  ])('%s of version %s is %d, %s', (vector, version, baseScore, severity) => {
    expect(cvssScore(vector)).toEqual({ version, baseScore, severity })
  })

  test('version 4 is recognized but not scored', () => {
    expect(cvssScore('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N')).toBe('unscored')
    expect(cvssScore('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S/U:Red')).toBe(
      'unscored',
    )
  })

  test.each([
    ['an empty text', ''],
    ['plain text', 'very bad'],
    ['a missing base metric', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H'],
    ['a duplicate metric', 'CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['an unknown value', 'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['an unknown metric', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/ZZ:N'],
    ['a JavaScript property name as a metric', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/constructor:N'],
    ['metrics of version 2', 'CVSS:3.1/AV:N/AC:L/Au:N/C:C/I:C/A:C'],
    ['an unknown version', 'CVSS:3.2/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['a trailing slash', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/'],
    ['a trailing line break', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H\n'],
  ])('%s is not a vector', (_, vector) => {
    expect(cvssScore(vector)).toBeUndefined()
  })

  test('a score alone gets the severity of version 3', () => {
    expect([0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map((score) => cvssSeverity(score))).toEqual([
      'NONE',
      'LOW',
      'LOW',
      'MEDIUM',
      'MEDIUM',
      'HIGH',
      'HIGH',
      'CRITICAL',
      'CRITICAL',
    ])
  })
})
