// To-do page, /user/todo: course by course the next activity and the others in place, or those of one course by day; open now or opening later.
// The filter is in the address.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { Pagination, pageSizes } from '../../ui/table/pagination.tsx'
import { defaultSize } from '../../ui/table/paging.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { learningCourses, todoCoursesQuery, todoQuery, type TodoState } from './queries.ts'
import { TodoCourses } from './todo-courses.tsx'
import { TodoList } from './todo-list.tsx'

function useTodoFilter() {
  const [search, setSearch] = useSearchParams()
  const size = Number(search.get('page_size'))
  const current = {
    state: (search.get('state') === 'upcoming' ? 'upcoming' : 'open') as TodoState,
    course: /^[0-9a-f-]{36}$/.exec(search.get('course') ?? '')?.[0] ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    size: pageSizes.find((option) => option === size) ?? defaultSize,
  }
  const change = (changes: Partial<typeof current>) => {
    const { state, course, page, size } = { ...current, page: 1, ...changes }
    setSearch({
      ...(state !== 'open' && { state }),
      ...(course && { course }),
      ...(page > 1 && { page: String(page) }),
      ...(size !== defaultSize && { page_size: String(size) }),
    })
  }
  return [current, change] as const
}

export default function TodoPage() {
  const t = useTexts('home')
  const [filter, change] = useTodoFilter()
  const { data: courses } = useQuery(learningCourses)
  return (
    <div className="mx-auto w-full max-w-[960px] px-8 py-3 max-tablet:px-4">
      <div className="mb-3 flex min-h-10 flex-wrap items-center gap-2">
        <PageTitle title={t('todo')} className="mr-auto font-title text-title font-bold" />
        <Segmented
          label={t('show')}
          value={filter.state}
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
          value={filter.course}
          onChange={(course) => change({ course })}
          options={[
            { value: '', label: t('everyCourse') },
            ...(courses?.items ?? []).map((course) => ({ value: course.id, label: course.display_name || course.name })),
          ]}
        />
      </div>
      <Region at={`todo ${filter.state} ${filter.course}`} title={t('todoFailed')} skeleton={<SkeletonRows rows={6} />}>
        <List filter={filter} change={change} />
      </Region>
    </div>
  )
}

type ListProps = { filter: ReturnType<typeof useTodoFilter>[0]; change: ReturnType<typeof useTodoFilter>[1] }

const List = (props: ListProps) => (props.filter.course ? <OfCourse {...props} /> : <ByCourse {...props} />)

function ByCourse({ filter, change }: ListProps) {
  const { data } = useSuspenseQuery(todoCoursesQuery(filter.state, filter.page, filter.size))
  return (
    <Paged data={data} filter={filter} change={change}>
      <TodoCourses courses={data.items} state={filter.state} urgent={filter.state === 'open' && data.page === 1} />
    </Paged>
  )
}

function OfCourse({ filter, change }: ListProps) {
  const { data } = useSuspenseQuery(todoQuery(filter.state, filter.course, filter.page, filter.size))
  return (
    <Paged data={data} filter={filter} change={change}>
      <TodoList items={data.items} urgent={filter.state === 'open' && data.page === 1} level={2} />
    </Paged>
  )
}

/** A page of a list, or what stands in its place: nothing to do, or everything on that page done meanwhile. */
function Paged({
  data,
  filter,
  change,
  children,
}: ListProps & { data: { items: readonly unknown[]; page: number; pages: number; total: number }; children: ReactNode }) {
  const t = useTexts('home')
  if (data.total === 0)
    return (
      <Empty title={t(filter.state === 'open' ? 'allDone' : 'nothingOpens')}>
        {filter.course && <Button onClick={() => change({ course: '' })}>{t('everyCourse')}</Button>}
      </Empty>
    )
  return (
    <>
      <p role="status" className="screen-reader">
        {t(filter.course ? 'todoCount' : 'todoCourses', { count: data.total })}
      </p>
      {data.items.length === 0 ? (
        <Empty title={t('pageEmpty')}>
          <Button onClick={() => change({ page: 1 })}>{t('firstPage')}</Button>
        </Empty>
      ) : (
        children
      )}
      {(data.pages > 1 || filter.size !== defaultSize) && (
        <div className="mt-4">
          <Pagination
            page={data.page}
            pages={data.pages}
            pageSize={filter.size}
            total={data.total}
            onChange={(page, size) => change({ page, size: size as 20 })}
          />
        </div>
      )}
    </>
  )
}
