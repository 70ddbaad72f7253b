// …#/exam/{examId}/statistics: how the questions of an exam did: difficulty, discrimination, what was answered; how reliable the whole is.
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { AnswerBars, partNames } from '../../../parts/learning/questions/answer-bars.tsx'
import { query } from '../../../queries.ts'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { Chart } from '../../../ui/chart/chart.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { number, percent } from '../../../ui/format.ts'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ExamFrame } from '../exam-frame.tsx'
import { ExamHeader } from '../exam-header.tsx'

type Statistics = Answer<'GET /api/activities/:id/question-statistics'>
type Item = Statistics['items'][number]

export default function StatisticsPage() {
  return <ExamFrame teaches>{(activity) => <Content activity={activity} />}</ExamFrame>
}

/** Below it a test says little about the difference between two people. */
const reliable = 0.7

function Content({ activity }: { activity: Activity }) {
  const t = useTexts('exam-work')
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    query('GET /api/activities/:id/question-statistics', { params: { id: activity.id } }),
  )
  const titles = data?.items.map((item, at) => `${at + 1}. ${titleOf(item)}`) ?? []
  return (
    <>
      <ExamHeader course={activity.course_id} exam={activity.id} title={activity.title} about={t('toStatistics')} />
      <div className="mx-auto w-full max-w-[980px] flex-1 space-y-3.5 p-6 max-tablet:p-4">
        {error && !data ? (
          <ReadFailed title={t('statisticsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows />
        ) : data.attempts === 0 ? (
          <Empty title={t('noStatistics')} text={t('noStatisticsText')} />
        ) : (
          <>
            <dl className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3">
              <Figure label={t('attemptsCounted')} value={number(data.attempts)} />
              <Figure
                label={t('mean')}
                value={data.mean === null ? '–' : number(data.mean, 1)}
                help={data.mean === null ? t('meanNone') : activity.points ? t('outOf', { max: activity.points }) : undefined}
              />
              <Figure
                label={t('alpha')}
                value={data.alpha === null ? '–' : number(data.alpha, 2)}
                help={data.alpha === null ? t('alphaNone') : data.alpha >= reliable ? t('alphaGood') : t('alphaLow')}
              />
            </dl>
            <Chart
              kind="bar"
              title={t('difficulty')}
              summary={t('difficultySummary', { count: data.items.length })}
              labels={titles}
              series={[
                {
                  name: t('difficulty'),
                  values: data.items.map(({ difficulty }) => (difficulty === null ? null : Math.round(difficulty * 100))),
                },
              ]}
              unit="%"
            />
            <ol className="space-y-3.5">
              {data.items.map((item, at) => (
                <Question key={item.question_id} item={item} title={titles[at] ?? ''} />
              ))}
            </ol>
          </>
        )}
      </div>
    </>
  )
}

const titleOf = ({ title, stem }: Item) => (title || plainText(stem).slice(0, 80)).replace(/\[\[[a-z0-9]+\]\]/g, '____')

const Figure = ({ label, value, help }: { label: string; value: string; help?: string | undefined }) => (
  <div className="surface-card p-4">
    <dt className="text-small text-text-2">{label}</dt>
    <dd className="tabular text-[26px] leading-9 font-semibold">{value}</dd>
    {help && <dd className="text-caption text-text-3">{help}</dd>}
  </div>
)

function Question({ item, title }: { item: Item; title: string }) {
  const t = useTexts('exam-work')
  const q = useTexts('questions')
  const negative = item.discrimination !== null && item.discrimination < 0
  const nameOf = partNames(item.content)
  const rows = [
    ...item.counts.map(({ answer, count, right }) => ({
      key: answer,
      name: answer === 'true' || answer === 'false' ? q(answer) : nameOf(answer),
      count,
      right,
    })),
    ...(item.blank > 0 ? [{ key: '', name: t('blank'), count: item.blank, right: null }] : []),
  ]
  return (
    <li className="surface-card space-y-3 p-5 max-tablet:p-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-60 text-section font-semibold wrap-break-word">{title}</h2>
        <span className="text-small text-text-3">{q(`type.${item.type}`)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1.5 text-small">
        <span>
          {t('difficulty')}: <b className="tabular font-semibold">{item.difficulty === null ? '–' : percent(item.difficulty * 100)}</b>
        </span>
        <span>
          {t('discrimination')}:{' '}
          <b className="tabular font-semibold">{item.discrimination === null ? '–' : number(item.discrimination, 2)}</b>
        </span>
        <span className="tabular text-text-3">{t('answersCount', { count: item.answers })}</span>
        {negative && (
          <Chip tone="bad" icon={TriangleAlert}>
            {t('negative')}
          </Chip>
        )}
      </div>
      {negative && <p className="text-small text-text-2">{t('negativeText')}</p>}
      {rows.length > 0 && <AnswerBars caption={t('answersOf', { title })} rows={rows} />}
    </li>
  )
}
