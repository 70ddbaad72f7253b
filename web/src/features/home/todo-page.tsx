// /user/todo: everything to do in all my courses, or in one; what is open now, or what opens later. The choice stands in the address.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { query } from '../../queries.ts'
import { Region } from '../../parts/errors/region.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Pagination, pageSizes } from '../../ui/pagination.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { todoOf, type TodoState } from './queries.ts'
import { TodoList } from './todo-list.tsx'

const learned = query('GET /api/my-courses', { query: { page_size: 100, conditions: '{"role":"student"}' } })

function useChoice() {
  const [search, setSearch] = useSearchParams()
  const size = Number(search.get('page_size'))
  const now = {
    state: (search.get('state') === 'upcoming' ? 'upcoming' : 'open') as TodoState,
    course: /^[0-9a-f-]{36}$/.exec(search.get('course') ?? '')?.[0] ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    size: pageSizes.find((one) => one === size) ?? 20,
  }
  const change = (to: Partial<typeof now>) => {
    const { state, course, page, size } = { ...now, page: 1, ...to }
    setSearch({
      ...(state !== 'open' && { state }),
      ...(course && { course }),
      ...(page > 1 && { page: String(page) }),
      ...(size !== 20 && { page_size: String(size) }),
    })
  }
  return [now, change] as const
}

export default function TodoPage() {
  const t = useTexts('home')
  const [choice, change] = useChoice()
  const { data: courses } = useQuery(learned)
  return (
    <div className="mx-auto w-full max-w-[960px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-10 flex-wrap items-center gap-2">
        <PageTitle title={t('todo')} className="mr-auto font-title text-title font-bold" />
        <Segmented
          label={t('show')}
          value={choice.state}
          onChange={(state) => change({ state })}
          options={[
            { value: 'open', label: t('openNow') },
            { value: 'upcoming', label: t('opensLater') },
          ]}
        />
        <Select
          label={t('course')}
          hideLabel
          className="w-[240px] max-tablet:w-full"
          value={choice.course}
          onChange={(course) => change({ course })}
          options={[
            { value: '', label: t('everyCourse') },
            ...(courses?.items ?? []).map((one) => ({ value: one.id, label: one.display_name || one.name })),
          ]}
        />
      </div>
      <Region at={`todo ${choice.state} ${choice.course}`} title={t('todoFailed')} skeleton={<SkeletonRows rows={6} />}>
        <List choice={choice} change={change} />
      </Region>
    </div>
  )
}

function List({ choice, change }: { choice: ReturnType<typeof useChoice>[0]; change: ReturnType<typeof useChoice>[1] }) {
  const t = useTexts('home')
  const { data } = useSuspenseQuery(todoOf(choice.state, choice.course, choice.page, choice.size))
  if (data.total === 0)
    return (
      <Empty title={t(choice.state === 'open' ? 'allDone' : 'nothingOpens')}>
        {choice.course && <Button onClick={() => change({ course: '' })}>{t('everyCourse')}</Button>}
      </Empty>
    )
  return (
    <>
      <p role="status" className="screen-reader">
        {t('todoCount', { count: data.total })}
      </p>
      {data.items.length === 0 ? (
        // What was on that page is done.
        <Empty title={t('pageEmpty')}>
          <Button onClick={() => change({ page: 1 })}>{t('firstPage')}</Button>
        </Empty>
      ) : (
        <TodoList items={data.items} urgent={choice.state === 'open' && data.page === 1} />
      )}
      {(data.pages > 1 || choice.size !== 20) && (
        <div className="mt-4">
          <Pagination
            page={data.page}
            pages={data.pages}
            pageSize={choice.size}
            total={data.total}
            onChange={(page, size) => change({ page, size: size as 20 })}
          />
        </div>
      )}
    </>
  )
}
