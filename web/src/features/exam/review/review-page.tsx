// …#/exam/{examId}/review/{attemptId}: an attempt that is handed in, as far as it is shown: points, answers, what is right, feedback, what happened.
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useParams } from 'react-router-dom'
import { CallFailed, type Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { QuestionView } from '../../../parts/learning/questions/question-view.tsx'
import { FilesHandedIn } from '../../../parts/learning/questions/files-handed-in.tsx'
import { type PaperFiles, useReviewFiles } from '../../../parts/learning/questions/paper-files.ts'
import { PaperMedia } from '../../../parts/learning/questions/paper-media.tsx'
import { query } from '../../../queries.ts'
import { dateTime } from '../../../ui/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { Empty } from '../../../ui/states.tsx'
import { ExamFrame } from '../exam-frame.tsx'
import { ExamHeader } from '../exam-header.tsx'
import { EventList } from '../../../parts/learning/attempts/event-list.tsx'
import { PageWaiting } from '../../../parts/base/page/page-waiting.tsx'

type Review = Answer<'GET /api/attempts/:id/review'>
type Item = Review['items'][number]

export default function ReviewPage() {
  return <ExamFrame>{(activity, course) => <Content activity={activity} teaches={course.can.teach} />}</ExamFrame>
}

function Content({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('exam')
  const { attemptId = '' } = useParams()
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/attempts/:id/review', { params: { id: attemptId } }))
  const files = useReviewFiles(attemptId, data !== undefined)
  const header = <ExamHeader course={activity.course_id} exam={activity.id} title={activity.title} about={t('result')} />
  if (error && !data)
    return (
      <>
        {header}
        <div className="p-6 max-tablet:p-4">
          {error instanceof CallFailed && ['attempt.notShown', 'attempt.notFound'].includes(error.problem.code) ? (
            <Empty title={t('notShown')} text={t('notShownText')} />
          ) : (
            <ReadFailed title={t('reviewFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
          )}
        </div>
      </>
    )
  if (!data) return <PageWaiting />
  let number = 0
  const whose = data.person && (data.person.name ?? t('anonymousAttempt', { number: data.person.number ?? 0 }))
  return (
    <>
      {header}
      <div className="mx-auto w-full max-w-[820px] flex-1 space-y-3.5 p-6 max-tablet:p-4">
        <section aria-label={t('result')} className="surface-card p-5 max-tablet:p-4">
          {whose && <p className="text-body font-semibold">{whose}</p>}
          {data.points !== null && (
            <p className="tabular font-title text-title font-bold">{t('pointsOf', { points: data.points, max: data.max })}</p>
          )}
          {data.submitted_at && (
            <p className="tabular text-small text-text-2">
              {t(data.submitted_by === 'student' ? 'submittedAt' : 'submittedFor', { when: dateTime(data.submitted_at) })}
            </p>
          )}
        </section>
        {data.items.length > 0 && (
          <ol className="space-y-3.5">
            {data.items.map((item, at) => {
              const stimulus = item.type === 'stimulus'
              if (!stimulus) number++
              const section = item.section !== data.items[at - 1]?.section ? data.sections.find(({ id }) => id === item.section) : undefined
              return (
                <li key={item.slot}>
                  {section?.title && <h2 className="mb-2 text-section font-semibold">{section.title}</h2>}
                  {section?.text && <RichText html={section.text} files={files?.addresses} size="body" className="mb-2" />}
                  {stimulus ? (
                    <div className="rounded-card border border-line bg-sunken px-4 py-3">
                      <RichText html={item.stem} files={files?.addresses} />
                      <PaperMedia html={item.stem} files={files} />
                    </div>
                  ) : (
                    <Reviewed item={item} number={number} files={files} />
                  )}
                </li>
              )
            })}
          </ol>
        )}
        {data.events.length > 0 && (
          <section aria-label={t('whatHappened')} className="surface-card p-5 max-tablet:p-4">
            <h2 className="text-section font-semibold">{t('whatHappened')}</h2>
            {!teaches && <p className="mb-2 text-small text-text-2">{t('whatHappenedText')}</p>}
            <EventList events={data.events} />
          </section>
        )}
      </div>
    </>
  )
}

function Reviewed({ item, number, files }: { item: Item; number: number; files: PaperFiles | undefined }) {
  const t = useTexts('exam')
  const q = useTexts('questions')
  const id = useId()
  return (
    <section aria-labelledby={id} className="surface-card p-5 max-tablet:p-4">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="text-small text-text-2">
          <b className="font-semibold text-text">{t('question', { number })}</b>
          {` · ${q(`type.${item.type}`)}`}
        </h3>
        <p className="tabular text-body font-semibold">
          {item.given === null ? t('notMarked') : t('given', { given: item.given, points: item.points })}
        </p>
      </div>
      <QuestionView
        item={item}
        labelledBy={id}
        files={files?.addresses}
        media={<PaperMedia html={item.stem} files={files} />}
        answer={item.answer ?? undefined}
        filesShown={(ids) => <FilesHandedIn ids={ids} files={files} />}
        review={item.mark || item.solution ? { parts: item.mark?.parts ?? {}, solution: item.solution } : undefined}
      />
      {item.answer === null && <p className="mt-2 text-small text-text-3">{t('noAnswer')}</p>}
      {(item.feedback.length > 0 || item.general_feedback) && (
        <div className="mt-4 rounded-card border border-info-line bg-info-soft px-4 py-3 text-info-text">
          <h4 className="text-small font-semibold">{t('feedback')}</h4>
          {item.feedback.map((html) => (
            <RichText key={html} html={html} files={files?.addresses} size="body" />
          ))}
          {item.general_feedback && <RichText html={item.general_feedback} files={files?.addresses} size="body" />}
        </div>
      )}
      {item.comment && (
        <div className="mt-4 border-l-2 border-accent-line pl-3">
          <h4 className="text-small font-semibold">{t('comment')}</h4>
          <p className="text-body whitespace-pre-wrap wrap-break-word">{item.comment}</p>
        </div>
      )}
    </section>
  )
}
