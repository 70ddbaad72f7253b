// The details of a score, beside its cell: why it is what it is, who gave it, and what can be done with it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { decimalOf, unitsOf } from '../../../parts/learning/rubrics/points.ts'
import { pointsText } from '../../../parts/learning/scores/points-text.ts'
import { type Gradebook, personScoresQuery, scoreHistoryQuery } from '../../../parts/learning/scores/queries.ts'
import { AnchoredPanel } from '../../../ui/dialogs/anchored-panel.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { dateTime } from '../../../ui/format.ts'
import { cellElement } from '../../../ui/sheet/sheet.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { excused, type Item, pointsOfValue, type Row, shownCell } from './book.ts'
import { CellHistory } from './cell-history.tsx'
import { CommentForm, SetForm } from './cell-forms.tsx'
import { releaseScores, withdrawScores } from './release.ts'
import type { Book } from './use-book.ts'
import { percentOf, nodeOf } from './why.ts'

type Part = 'set' | 'comment' | 'history'

export function CellPanel({
  course,
  row,
  item,
  book,
  policy,
  writes,
  onClose,
}: {
  course: string
  row: Row
  item: Item
  book: Book
  policy: Gradebook['policy']
  writes: boolean
  onClose: () => void
}) {
  const t = useTexts('scores')
  const [part, setPart] = useState<Part>()
  const cell = shownCell(row, item)
  const points = pointsOfValue(cell.value)
  const { data, error, errorUpdatedAt, refetch } = useQuery(personScoresQuery(course, row.id))
  const history = useQuery(scoreHistoryQuery(item.id, row.id))
  const stored = data?.cells.find(({ item_id }) => item_id === item.id)
  const max = pointsText(item.points)
  const title =
    cell.value === excused
      ? t('whyExcused')
      : points === null
        ? t('noScoreYet')
        : unitsOf(item.points) === 0n
          ? t('whyExtra', { points: pointsText(points) })
          : t('why', { points: pointsText(points), max })
  const latePoints = stored?.earned ? decimalOf((unitsOf(stored.earned) ?? 0n) - (unitsOf(stored.points) ?? 0n)) : null
  const node = data && nodeOf(data.tree, item.id)
  const last = history.data?.items.find(({ what }) => !['released', 'withdrawn', 'comment'].includes(what))
  const person = { person: row.id, item: item.id }
  const fail = (failure: unknown) => toast({ text: problemText(failure), error: true })
  const toggleRelease = () => {
    const to = cell.released ? withdrawScores : releaseScores
    const back = cell.released ? releaseScores : withdrawScores
    const input = { item_ids: [item.id], person_ids: [row.id] }
    void to(course, input).then(
      () =>
        toast({
          text: t(cell.released ? 'hiddenOne' : 'releasedOne', { name: row.student.name }),
          undo: () => void back(course, input).catch(fail),
        }),
      fail,
    )
  }
  const marking = item.handed_in ? paths.markWork : item.type ? definitionOf(item.type).marking : undefined
  return (
    <AnchoredPanel find={() => cellElement(row.id, item.id)} title={title} onClose={onClose}>
      <p className="-mt-1 mb-2 text-small text-text-2">
        {row.student.name} · {item.title}
      </p>
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          {points !== null && (
            <dl className="text-small">
              <Line label={t('lateDeduction')} value={latePoints ? `−${pointsText(latePoints)}` : t('none')} />
              <div className="mt-1.5 flex justify-between gap-3 border-t border-line pt-1.5 font-semibold">
                <dt>{item.title}</dt>
                <dd className="tabular">
                  {pointsText(points)} / {max}
                  {unitsOf(item.points) ? ` = ${pointsText(percentOf(points, item.points, policy.digits))}%` : ''}
                </dd>
              </div>
            </dl>
          )}
          <p className="mt-1.5 text-caption text-text-3">
            {last && (
              <span className="block">
                {last.by ? t('givenBy', { name: last.by.name, time: dateTime(last.at) }) : t('givenByRule', { time: dateTime(last.at) })}
              </span>
            )}
            {last?.reason && <span className="block">{t('reasonWas', { reason: last.reason })}</span>}
            {node && (
              <span className="block">
                {node.why ? t(`brings.${node.why}` as 'brings.dropped') : t('brings', { percent: pointsText(node.shown) })}
              </span>
            )}
          </p>
          {stored?.comment && part !== 'comment' && (
            <p className="mt-2 rounded-control bg-sunken px-2.5 py-1.5 text-small wrap-break-word whitespace-pre-line">{stored.comment}</p>
          )}
          {part === 'set' && (
            <SetForm
              item={item}
              value={cell.value}
              onSet={(value, reason) => book.write([{ ...person, value, reason }])}
              onClose={() => setPart(undefined)}
            />
          )}
          {part === 'comment' && (
            <CommentForm
              course={course}
              {...person}
              value={cell.value}
              comment={stored?.comment ?? ''}
              onClose={() => setPart(undefined)}
            />
          )}
          {part === 'history' && <CellHistory item={item.id} person={row.id} />}
          <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1.5">
            {writes && part !== 'set' && (
              <Button size="sm" onClick={() => setPart('set')}>
                {t('setByHand')}
              </Button>
            )}
            {writes && part !== 'comment' && (
              <Button size="sm" onClick={() => setPart('comment')}>
                {t(stored?.comment ? 'changeComment' : 'addComment')}
              </Button>
            )}
            {writes && (
              <Button variant="link" onClick={() => book.write([{ ...person, value: cell.value === excused ? '' : excused }])}>
                {t(cell.value === excused ? 'notExcused' : 'excuse')}
              </Button>
            )}
            {writes && cell.overridden && (
              <Button variant="link" onClick={() => book.write([{ ...person, value: '' }])}>
                {t('takeBackSet')}
              </Button>
            )}
            {writes && cell.value !== '' && (
              <Button variant="link" onClick={toggleRelease}>
                {t(cell.released ? 'hide' : 'release')}
              </Button>
            )}
            {part !== 'history' && (
              <Button variant="link" onClick={() => setPart('history')}>
                {t('history')}
              </Button>
            )}
            {item.activity_id && marking && (
              <Link to={marking(course, item.activity_id)} className={buttonLook('link')}>
                {t('openSubmission')}
              </Link>
            )}
          </div>
          {policy.final && <p className="mt-2 text-caption text-text-3">{t('finalLocked')}</p>}
        </>
      )}
    </AnchoredPanel>
  )
}

export const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="flex min-h-6.5 items-center justify-between gap-3">
    <dt className="min-w-0 wrap-break-word text-text-2">{label}</dt>
    <dd className="tabular shrink-0">{value}</dd>
  </div>
)
