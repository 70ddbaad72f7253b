// Dialog of a course's bin: what was deleted within 30 days, by whom, until when it can be restored.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { bookReads } from '../../../parts/learning/scores/queries.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { date, dateTime, timeWithSeconds } from '../../../ui/format.ts'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { defaultSize } from '../../../ui/table/paging.ts'
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'

type Item = Answer<'GET /api/courses/:id/bin'>['items'][number]

export default function BinDialog({ course, onClose }: { course: string; onClose: () => void }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('bin')}
      description={tt('binText')}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <DeletedItems course={course} />
    </Dialog>
  )
}

function DeletedItems({ course }: { course: string }) {
  const t = useTexts('course')
  const tt = useTexts('teaching')
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...query('GET /api/courses/:id/bin', { params: { id: course }, query: { page, page_size: defaultSize } }),
    placeholderData: keepPreviousData,
  })
  const list = useRef<HTMLUListElement>(null)
  const restored = useRef<{ id: string; nth: number }>(undefined)
  useEffect(() => {
    const { id, nth } = restored.current ?? {}
    if (nth === undefined || data?.items.some((item) => item.id === id)) return
    restored.current = undefined
    // the button that had the focus is gone
    const buttons = list.current?.querySelectorAll('button')
    buttons?.[Math.min(nth, buttons.length - 1)]?.focus()
  }, [data])
  useEffect(() => {
    // the last one of the last page was restored
    if (data && data.items.length === 0 && page > 1) setPage(page - 1)
  }, [data, page])
  if (error && !data) return <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  if (data.total === 0) return <Empty title={tt('binEmpty')} />
  const restore = async ({ id, kind, title, module }: Item, nth: number) => {
    restored.current = { id, nth }
    try {
      if (kind === 'score_item') await call('PUT /api/score-items/:id/restore', { params: { id } })
      if (kind === 'module') await call('PUT /api/modules/:id/restore', { params: { id } })
      const back = kind === 'activity' && (await call('PUT /api/activities/:id/restore', { params: { id } }))
      toast({ text: t(back && module && back.module_id === null ? 'restoredLoose' : 'restored', { title }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await invalidate('GET /api/courses/:id/bin', ...(kind === 'score_item' ? bookReads : (['GET /api/courses/:id/content'] as const)))
    }
  }
  return (
    <>
      <ul ref={list} className="divide-y divide-line">
        {data.items.map((item, nth) => (
          <li key={item.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={item.title}>
                {item.title}
              </p>
              <p className="text-caption text-text-2">
                {[
                  item.kind === 'module' && t('module'),
                  item.kind === 'score_item' && tt('binScoreItem'),
                  item.module && !item.module.deleted && item.module.name,
                  item.deleted_by
                    ? t('deletedBy', { name: item.deleted_by.name, when: dateTime(item.deleted_at) })
                    : t('deletedWhen', { when: dateTime(item.deleted_at) }),
                  t('restorableUntil', { date: date(item.purge_at) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {item.module?.deleted && <p className="text-caption text-text-2">{tt('moduleDeletedToo', { name: item.module.name })}</p>}
            </div>
            <Button size="sm" icon={Undo2} onClick={() => void restore(item, nth)}>
              {t('restore')}
            </Button>
          </li>
        ))}
      </ul>
      {data.pages > 1 && (
        <Pagination
          simple
          scroll={false}
          page={data.page}
          pages={data.pages}
          pageSize={defaultSize}
          total={data.total}
          onChange={(next) => setPage(next)}
        />
      )}
    </>
  )
}
