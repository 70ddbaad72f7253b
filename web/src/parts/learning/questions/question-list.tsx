// The questions of a paper one below the other, with their sections and the texts that they share, to be answered.
import { type ReactNode, useId, useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { type PaperView, type Question, questionsOf } from '../attempts/paper.ts'
import type { PaperFiles } from './paper-files.ts'
import { PaperMedia } from './paper-media.tsx'
import { QuestionView } from './question-view.tsx'

type Answers = Record<string, unknown>
/** Texts of the `questions` and `exam` features. Without `onAnswer` nothing can be changed. */
export function QuestionList({
  paper,
  files,
  answers,
  onAnswer,
  faults,
}: {
  paper: Pick<PaperView, 'sections'>
  files: PaperFiles | undefined
  answers: ReadonlyMap<number, Answers>
  onAnswer?: ((slot: number, answer: Answers | undefined) => void) | undefined
  /** By slot. */
  faults?: ReadonlyMap<number, string>
}): ReactNode {
  const questions = useMemo(() => questionsOf(paper), [paper])
  const Heading = paper.sections.some(({ title }) => title) ? 'h3' : 'h2'
  return questions.map((question, at) => (
    <One
      key={question.item.slot}
      heading={Heading}
      question={question}
      before={questions[at - 1]}
      files={files}
      answer={answers.get(question.item.slot)}
      onAnswer={onAnswer}
      fault={faults?.get(question.item.slot)}
    />
  ))
}

function One({
  heading: Heading,
  question: { item, number, section, opens, stimulus },
  before,
  files,
  answer,
  onAnswer,
  fault,
}: {
  /** Below the headings of sections where there are any. */
  heading: 'h2' | 'h3'
  question: Question
  before: Question | undefined
  files: PaperFiles | undefined
  answer: Answers | undefined
  onAnswer: ((slot: number, answer: Answers | undefined) => void) | undefined
  fault: string | undefined
}) {
  const t = useTexts('exam')
  const q = useTexts('questions')
  const id = useId()
  return (
    <>
      {opens && (section.title || section.text) && (
        <header className="pt-2">
          {section.title && <h2 className="text-title font-bold">{section.title}</h2>}
          {section.text && <RichText html={section.text} files={files?.addresses} size="body" />}
          <PaperMedia html={section.text} files={files} />
        </header>
      )}
      {stimulus && before?.stimulus?.slot !== stimulus.slot && (
        <div className="rounded-card border border-line bg-sunken px-4 py-3">
          <RichText html={stimulus.stem} files={files?.addresses} />
          <PaperMedia html={stimulus.stem} files={files} />
        </div>
      )}
      <section aria-labelledby={id} className="surface-card p-5 max-tablet:p-4">
        <Heading id={id} className="mb-3 text-small text-text-2">
          <b className="font-semibold text-text">{t('question', { number })}</b>
          {` · ${q(`type.${item.type}`)}`}
          {Number(item.points) > 0 && ` · ${t('points', { count: Number(item.points), points: item.points })}`}
        </Heading>
        <QuestionView
          item={item}
          labelledBy={id}
          files={files?.addresses}
          media={<PaperMedia html={item.stem} files={files} />}
          answer={answer}
          onAnswer={onAnswer && ((next) => onAnswer(item.slot, next))}
        />
        {fault && (
          <p role="alert" className="mt-2 text-small text-bad-text">
            {fault}
          </p>
        )}
      </section>
    </>
  )
}
