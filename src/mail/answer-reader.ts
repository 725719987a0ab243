import { type SmtpAnswer, smtpAnswer } from './smtp-answer.ts'

/** No line is longer; more than this is no mail server. */
const LONGEST_LINE = 4_096
/** Of what was said before the last line of an answer; a server may talk without end. */
const MOST_WORDS = 1_000

/** Puts the answers of one connection together from what arrives. */
export class AnswerReader {
  /** Of a line whose end has not come yet. */
  private rest = ''
  /** Of an answer whose last line has not come yet. */
  private words = ''

  /** The answers that are whole now; undefined stands for what is no answer at all. */
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
