import { slug } from '../fill.ts'

export interface DemoFaqSection {
  title: string
  questions: readonly FaqQuestion[]
}

type FaqQuestion = readonly [question: string, ...answerHtml: string[]]

/** Sections are h2 and questions h3, each with an id, so that links can open them. */
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
