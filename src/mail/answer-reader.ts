import { type SmtpAnswer, smtpAnswer } from './smtp-answer.ts'

/** No mail server sends longer lines. */
const LONGEST_LINE = 4_096
/** Multiline answers are cut here, because a server may send without end. */
const MOST_WORDS = 1_000

export class AnswerReader {
  private rest = ''
  private words = ''

  /** Undefined for an invalid one. */
  read(chunk: Buffer): (SmtpAnswer | undefined)[] {
    const answers: (SmtpAnswer | undefined)[] = []
    const text = this.rest + chunk.toString('latin1')
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const answer = this.line(text.slice(start, end))
      if (answer !== 'continued') answers.push(answer)
      start = end + 1
    }
    this.rest = text.slice(start)
    if (this.rest.length > LONGEST_LINE) answers.push(undefined)
    return answers
  }

  private line(line: string): SmtpAnswer | undefined | 'continued' {
    const isContinued = line.charAt(3) === '-'
    if (isContinued) {
      if (this.words.length < MOST_WORDS) this.words += `${line.slice(4).trim()} `
      return 'continued'
    }
    const answer = smtpAnswer(line)
    const words = this.words
    this.words = ''
    return answer && { ...answer, words: words + answer.words }
  }
}
