import { type ReactNode, useId, useMemo, useState } from 'react'
import type { FaqQuestionValues, FaqSectionValues } from '../../../../contract/admin/site/pages.ts'
import { Caret } from '../../../../ui/parts/caret.tsx'
import { InputField } from '../../../parts/text-fields.tsx'
import { RichField } from '../../form/rich-field.tsx'
import { OrderList } from '../../order/order-list.tsx'
import styles from './faq-sections-field.module.css'

/** F-01: saved with the form. */
export function FaqSectionsField({
  sections,
  onChange,
}: {
  sections: readonly FaqSectionValues[]
  onChange: (sections: FaqSectionValues[]) => void
}) {
  const keys = usePartKeys()
  return (
    <div className={styles.sections}>
      <OrderList
        label="Sections"
        look="tall"
        items={sections.map((section, index) => ({
          id: keys.of(section),
          name: section.title ?? 'Without a heading',
          section,
          index,
        }))}
        onOrder={(ids) => onChange(inOrderOf(sections, ids, keys.of))}
      >
        {({ section, index }) => (
          <Section
            section={section}
            keys={keys}
            onChange={(next) => {
              keys.follow(section, next)
              onChange(withAt(sections, index, next))
            }}
            onRemove={() => onChange(withoutAt(sections, index))}
          />
        )}
      </OrderList>
      <button
        type="button"
        className="button"
        onClick={() => onChange([...sections, { id: null, title: 'New section', intro: '', questions: [] }])}
      >
        Add a section
      </button>
    </div>
  )
}

function Section({
  section,
  keys,
  onChange,
  onRemove,
}: {
  section: FaqSectionValues
  keys: PartKeys
  onChange: (section: FaqSectionValues) => void
  onRemove: () => void
}) {
  const { questions } = section
  const [opened, setOpened] = useState<number>()
  const setQuestions = (next: FaqQuestionValues[]) => onChange({ ...section, questions: next })
  return (
    <div className={styles.section}>
      <div className={styles.head}>
        {section.title === null ? (
          <p className={styles.bare}>Questions without a section</p>
        ) : (
          <InputField
            label="Section"
            maxLength={300}
            value={section.title}
            onChange={(title) => onChange({ ...section, title })}
          />
        )}
        {questions.length === 0 && (
          <button type="button" className="button danger" onClick={onRemove}>
            Remove section
          </button>
        )}
      </div>
      {section.title !== null && (
        <Fold title="Text before its questions" isEmpty={section.intro === ''}>
          <RichField
            label={`Before the questions of ${section.title}`}
            size="short"
            value={section.intro}
            onChange={(intro) => onChange({ ...section, intro })}
          />
        </Fold>
      )}
      <OrderList
        label={`Questions of ${section.title ?? 'no section'}`}
        items={questions.map((question, index) => ({
          id: keys.of(question),
          name: question.question === '' ? 'New question' : question.question,
          question,
          index,
        }))}
        onOrder={(ids) => setQuestions(inOrderOf(questions, ids, keys.of))}
      >
        {({ id, question, index }) => (
          <Question
            question={question}
            isOpen={opened === id}
            onToggle={() => setOpened(opened === id ? undefined : id)}
            onChange={(next) => {
              keys.follow(question, next)
              setQuestions(withAt(questions, index, next))
            }}
            onRemove={() => setQuestions(withoutAt(questions, index))}
          />
        )}
      </OrderList>
      <button
        type="button"
        className="button"
        onClick={() => {
          const question: FaqQuestionValues = { id: null, question: '', answer: '' }
          setOpened(keys.of(question))
          setQuestions([...questions, question])
        }}
      >
        Add a question<span className="hidden"> to {section.title ?? 'no section'}</span>
      </button>
    </div>
  )
}

function Question({
  question,
  isOpen,
  onToggle,
  onChange,
  onRemove,
}: {
  question: FaqQuestionValues
  isOpen: boolean
  onToggle: () => void
  onChange: (question: FaqQuestionValues) => void
  onRemove: () => void
}) {
  const id = useId()
  return (
    <div className={styles.question}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Caret />
        <span>{question.question === '' ? 'New question' : question.question}</span>
      </button>
      {isOpen && (
        <div id={id} className={styles.edit}>
          <InputField
            label="Question"
            maxLength={500}
            value={question.question}
            onChange={(words) => onChange({ ...question, question: words })}
          />
          <RichField
            label="Answer"
            size="short"
            value={question.answer}
            onChange={(answer) => onChange({ ...question, answer })}
          />
          <button type="button" className="button danger" onClick={onRemove}>
            Remove question
          </button>
        </div>
      )}
    </div>
  )
}

function Fold({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Caret />
        <span>
          {title}
          {isEmpty && <span className={styles.none}> (none)</span>}
        </span>
      </button>
      {isOpen && <div className={styles.edit}>{children}</div>}
    </div>
  )
}

function withAt<T>(list: readonly T[], index: number, thing: T): T[] {
  return list.map((each, at) => (at === index ? thing : each))
}

function withoutAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index)
}

function inOrderOf<T extends object>(
  list: readonly T[],
  keys: readonly number[],
  keyOf: (thing: T) => number,
): T[] {
  return keys.flatMap((key) => list.find((thing) => keyOf(thing) === key) ?? [])
}

interface PartKeys {
  of(part: object): number
  follow(before: object, after: object): void
}

function usePartKeys(): PartKeys {
  return useMemo(() => {
    const numbers = new WeakMap<object, number>()
    let last = 0
    return {
      of(part) {
        const known = numbers.get(part) ?? ++last
        numbers.set(part, known)
        return known
      },
      follow(before, after) {
        const known = numbers.get(before)
        if (known !== undefined) numbers.set(after, known)
      },
    }
  }, [])
}
