// Dialog that chooses questions of a bank for a paper, several at once, or the one of a vote: found by text and type.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query, queryClient } from '../../../queries.ts'
import type { questionTypes } from '../../../question-types.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { sentences } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'
import { AnswersLine } from './answers-line.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'

type Row = Answer<'GET /api/banks/:id/questions'>['items'][number]
type TypeName = keyof typeof questionTypes
const pageSize = 30
/** The most questions of a paper. */
const most = 300

/** A title that says more than the first words of the text. */
const ownTitle = ({ title, excerpt }: Row) => (excerpt.startsWith(title.replace(/…$/, '')) ? '' : title)

export default function ChooseQuestions({
  course,
  types,
  chosen,
  one,
  onPick,
  onClose,
}: {
  course: string
  /** Those that the activity asks. */
  types: readonly TypeName[]
  /** Those that the paper has. */
  chosen: ReadonlySet<string>
  /** One alone, with the texts for it. */
  one?: { title: string; action: string }
  onPick: (rows: readonly Row[]) => void
  onClose: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const q = useTexts('questions')
  const [bank, setBank] = useState('')
  const [find, setFind] = useState('')
  const [type, setType] = useState<TypeName | ''>('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const banks = useQuery(query('GET /api/banks', { query: { course_id: course, elsewhere: true, page_size: 100 } }))
  const open = bank || (banks.data?.items.find(({ questions }) => questions > 0) ?? banks.data?.items[0])?.id || ''
  const conditions = JSON.stringify({ ...(find && { keyword: find }), type: type || types })
  const list = useQuery({
    ...query('GET /api/banks/:id/questions', {
      params: { id: open },
      query: { page, page_size: pageSize, answers: true, conditions },
    }),
    enabled: open !== '',
    placeholderData: keepPreviousData,
  })
  const toggle = (row: Row, on: boolean) => {
    const next = new Map(one ? [] : picked)
    if (on) next.set(row.id, row)
    else next.delete(row.id)
    setPicked(next)
  }
  const { data } = list
  const [selecting, setSelecting] = useState(false)
  /** All that the list has, also on its other pages. */
  const selectAll = async () => {
    setSelecting(true)
    try {
      const next = new Map(picked)
      const room = most - chosen.size
      for (let from = 1; from <= most / 100 && next.size < room; from++) {
        const { items, pages } = await queryClient.fetchQuery(
          query('GET /api/banks/:id/questions', { params: { id: open }, query: { page: from, page_size: 100, conditions } }),
        )
        for (const row of items) if (!chosen.has(row.id) && next.size < room) next.set(row.id, row)
        if (from >= pages) break
      }
      setPicked(next)
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    setSelecting(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={one?.title ?? t('addQuestions')}
      width={900}
      top
      changed={picked.size > 0}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" off={picked.size === 0 ? t('pickFirst') : undefined} onClick={() => onPick([...picked.values()])}>
            {one?.action ?? (picked.size > 0 ? t('addCount', { count: picked.size }) : t('add'))}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-1">
        <div className="flex flex-wrap gap-3">
          <Select
            label={t('bank')}
            hideLabel
            value={open}
            onChange={(next) => {
              setBank(next)
              setPage(1)
            }}
            options={
              banks.data?.items.map(({ id, title, questions, course: of }) => ({
                value: id,
                label:
                  of && of.id !== course && of.name !== title
                    ? t('bankElsewhere', { title, count: questions, course: of.name })
                    : `${title} (${questions})`,
              })) ?? []
            }
            className="w-[240px] max-tablet:w-full"
          />
          <SearchInput
            label={t('findQuestion')}
            value={find}
            onSearch={(text) => {
              setFind(text)
              setPage(1)
            }}
            className="w-[240px] max-tablet:w-full"
          />
          <Select
            label={t('questionType')}
            hideLabel
            value={type}
            onChange={(next) => {
              setType(next as TypeName | '')
              setPage(1)
            }}
            options={[{ value: '', label: t('allTypes') }, ...types.map((value) => ({ value, label: q(`type.${value}`) }))]}
            className="w-[180px] max-tablet:w-full"
          />
        </div>
        {banks.error && !banks.data ? (
          <ReadFailed title={t('banksFailed')} error={banks.error} at={banks.errorUpdatedAt} onRetry={() => void banks.refetch()} />
        ) : banks.data?.items.length === 0 ? (
          <Empty title={t('noBank')} text={t('noBankText')} />
        ) : list.error && !data ? (
          <ReadFailed title={t('banksFailed')} error={list.error} at={list.errorUpdatedAt} onRetry={() => void list.refetch()} />
        ) : !data ? (
          <SkeletonRows />
        ) : data.items.length === 0 ? (
          <Empty title={t('nothingFits')}>
            <Link to={paths.questions(course)} className={buttonLook()}>
              {t('toBank')}
            </Link>
          </Empty>
        ) : (
          <>
            <div className={one ? 'hidden' : 'flex justify-end'}>
              {picked.size > 0 ? (
                <Button size="sm" onClick={() => setPicked(new Map())}>
                  {t('selectNone')}
                </Button>
              ) : (
                <Button size="sm" busy={selecting} onClick={() => void selectAll()}>
                  {t('selectAll', { count: data.total })}
                </Button>
              )}
            </div>
            <ul className="surface-card divide-y divide-line">
              {data.items.map((row) => {
                const there = chosen.has(row.id)
                return (
                  <li key={row.id} className="px-3.5 py-2.5">
                    <Checkbox
                      label={ownTitle(row) || row.excerpt || row.title}
                      help={sentences(
                        ownTitle(row) && row.excerpt,
                        q(`type.${row.type}`),
                        t('pointsOf', { count: Number(row.points), points: row.points }),
                      )}
                      checked={there || picked.has(row.id)}
                      off={there ? t('isInPaper') : undefined}
                      onChange={(on) => toggle(row, on)}
                    />
                    {row.content && row.key && (
                      <div className="mt-1 pl-[26px]">
                        <AnswersLine content={row.content} keyOf={row.key} />
                      </div>
                    )}
                  </li>
                )
              })}
            </ul>
          </>
        )}
        {data && data.pages > 1 && (
          <div className="flex items-center justify-between gap-3">
            <Button off={page === 1 ? t('isFirst') : undefined} onClick={() => setPage(page - 1)}>
              {t('previousPage')}
            </Button>
            <span className="tabular text-small text-text-2">
              {page} / {data.pages}
            </span>
            <Button off={page === data.pages ? t('isLast') : undefined} onClick={() => setPage(page + 1)}>
              {t('nextPage')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
