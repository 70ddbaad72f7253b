// A paper to be printed: name and points at the top, room to write, no question cut by a page; with its key for who marks.
import { Fragment, useId } from 'react'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { usePaperFiles } from '../../../parts/learning/questions/paper-files.ts'
import type { Paper, PaperQuestion } from '../../../parts/learning/questions/paper-draft.ts'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { questionTypeOf } from '../../../question-types.ts'
import type { Files } from '../../../question-types/definition.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import './paper-sheet.css'

export default function PaperSheet({ activity, paper, withKey }: { activity: Activity; paper: Paper; withKey: boolean }) {
  const t = useTexts('exam-work')
  const files = usePaperFiles(activity.id, String(paper.version))?.addresses
  let number = 0
  return (
    <article className="printed-alone paper-sheet bg-surface p-8 max-tablet:p-4">
      <header className="mb-6 border-b border-line-strong pb-4">
        <h2 className="font-title text-title font-bold">{withKey ? t('keyOf', { title: activity.title }) : activity.title}</h2>
        {!withKey && (
          <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 text-body">
            {(['sheetName', 'sheetNumber', 'sheetDate'] as const).map((name) => (
              <div key={name} className="flex min-w-52 flex-1 items-end gap-2">
                <dt>{t(name)}</dt>
                <dd className="h-6 flex-1 border-b border-line-strong" />
              </div>
            ))}
          </dl>
        )}
        <p className="tabular mt-3 text-small">{t('paperPoints', { count: Number(paper.points), points: paper.points })}</p>
      </header>
      {paper.sections.map((section) => (
        <section key={section.id}>
          {section.title && <h3 className="mt-6 mb-1 text-section font-bold">{section.title}</h3>}
          {section.text && <RichText html={section.text} files={files} size="body" className="mb-3" />}
          {section.entries.map((entry, at) => {
            if (entry.draw) {
              const from = number + 1
              number += entry.draw.count
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: in their order
                <p key={at} className="sheet-question text-body">
                  {t('sheetDrawn', { range: from === number ? number : `${from}–${number}` })}
                </p>
              )
            }
            if (!entry.question) return null
            const { question } = entry
            const about = question.type === 'stimulus' ? question : question.about
            const before = section.entries[at - 1]?.question
            const again = about?.version_id === (before?.type === 'stimulus' ? before : before?.about)?.version_id
            const text = about && !again && <RichText html={about.stem} files={files} className="sheet-question" />
            if (question.type === 'stimulus') return <div key={question.version_id}>{text}</div>
            number++
            return (
              <Fragment key={question.version_id}>
                {text}
                <Printed question={question} number={number} points={entry.points} withKey={withKey} files={files} />
              </Fragment>
            )
          })}
        </section>
      ))}
    </article>
  )
}

type PrintedProps = { question: PaperQuestion; number: number; points: string; withKey: boolean; files: Files | undefined }
function Printed({ question, number, points, withKey, files }: PrintedProps) {
  const t = useTexts('exam-work')
  const q = useTexts('questions')
  const id = useId()
  const { solution } = questionTypeOf(question.type)
  const right = withKey && Object.keys(question.key).length > 0 ? (solution?.(question.key as never) ?? null) : null
  const { guide } = question.key as { guide?: unknown }
  return (
    <div className="sheet-question">
      <h4 id={id} className="mb-1.5 flex justify-between gap-4 text-body font-semibold">
        <span>{number}.</span>
        <span className="tabular font-normal">{t('pointsOf', { count: Number(points), points })}</span>
      </h4>
      <QuestionView item={question} labelledBy={id} files={files} answer={(right ?? undefined) as Record<string, unknown> | undefined} />
      {!withKey && !solution && <div aria-hidden className="sheet-room" />}
      {withKey && typeof guide === 'string' && guide && (
        <div className="mt-2 border-l-2 border-line-strong pl-3">
          <p className="text-small font-semibold">{q('guide')}</p>
          <RichText html={guide} files={files} size="body" />
        </div>
      )}
    </div>
  )
}
