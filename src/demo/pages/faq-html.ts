import { slug } from '../fill.ts'

export interface DemoFaqSection {
  title: string
  questions: readonly FaqQuestion[]
}

type FaqQuestion = readonly [question: string, ...answerHtml: string[]]

/** Sections as h2 with an id, questions as h3 with an id, so that a link can open either. */
export function faqHtml(sections: readonly DemoFaqSection[]): string {
  return sections
    .flatMap(({ title, questions }) => [
      `<h2 id="${slug(title)}">${title}</h2>`,
      ...questions.map(
        ([question, ...answers]) =>
          `<h3 id="${slug(question)}">${question}</h3>${answers.map((html) => (html.startsWith('<ul>') ? html : `<p>${html}</p>`)).join('')}`,
      ),
    ])
    .join('\n')
}
