// The results of a course on a page to print, /course/{id}/score?view=results: every student with what each category came to, per cent and level.
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useMemo } from 'react'
import { useTexts } from '../../../i18n.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { percentText, pointsText } from '../../../parts/learning/scores/points-text.ts'
import { type Gradebook, gradebookQuery } from '../../../parts/learning/scores/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import type { Course } from '../frame/queries.ts'
import { rowsOf } from './book.ts'
import { subtotalsOf } from './subtotals.ts'

export default function ResultsSheet({ course }: { course: Course }) {
  const t = useTexts('scores')
  const { data, error, errorUpdatedAt, refetch } = useQuery(gradebookQuery(course.id))
  return (
    <div className="printed-alone p-6 pt-4 pb-20 max-tablet:p-4 print:p-0">
      {error && !data ? (
        <ReadFailed title={t('bookFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={6} />
      ) : (
        <Sheet course={course} book={data} />
      )}
    </div>
  )
}

function Sheet({ course, book }: { course: Course; book: Gradebook }) {
  const t = useTexts('scores')
  const { policy, categories, students } = book
  const rows = useMemo(() => [...rowsOf(students, new Map(), new Map()).values()], [students])
  const subtotals = useMemo(() => subtotalsOf(book), [book])
  const cell = 'border-b border-line px-2 py-1 text-left align-top'
  const number = `${cell} tabular text-right`
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-3">
        <h2 className="font-title text-title font-bold">{t('resultsOf', { course: course.display_name || course.name })}</h2>
        <span className="text-small text-text-2">
          {policy.final
            ? policy.final.by
              ? t('finalBy', { name: policy.final.by.name, time: dateTime(policy.final.at) })
              : t('finalSince', { time: dateTime(policy.final.at) })
            : t('notFinalYet', { time: dateTime(Date.now()) })}
        </span>
        <span className="ml-auto print:hidden">
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, so the keyboard must get into it */}
      <div role="region" aria-label={t('result')} tabIndex={0} className="overflow-x-auto print:overflow-visible">
        <table className="w-full border-collapse text-small">
          <thead>
            <tr>
              <th scope="col" className={cell}>
                {t('name')}
              </th>
              <th scope="col" className={cell}>
                {t('number')}
              </th>
              {categories.map(({ id, name }) => (
                <th key={id} scope="col" className={number}>
                  {name} (%)
                </th>
              ))}
              <th scope="col" className={number}>
                {t('total')}
              </th>
              {policy.scale && (
                <th scope="col" className={cell}>
                  {t('letter')}
                </th>
              )}
              {policy.pass_percent !== null && (
                <th scope="col" className={cell}>
                  {t('passMark', { percent: percentText(String(policy.pass_percent)) })}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const { name, user_no, result } = row.student
              const of = subtotals(row)
              return (
                <tr key={row.id} className="break-inside-avoid">
                  <th scope="row" className={`${cell} font-normal`}>
                    {name}
                  </th>
                  <td className={`${cell} tabular`}>{user_no}</td>
                  {categories.map(({ id }) => (
                    <td key={id} className={number}>
                      {of.get(id) ? pointsText(of.get(id) ?? '') : '–'}
                    </td>
                  ))}
                  <td className={`${number} font-semibold`}>{result.percent === null ? '–' : percentText(result.percent)}</td>
                  {policy.scale && <td className={cell}>{result.letter ?? '–'}</td>}
                  {policy.pass_percent !== null && (
                    <td className={cell}>{result.passed === null ? '–' : t(result.passed ? 'passed' : 'notPassed')}</td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
