// The activities of one kind, in the order of the content, a page at a time: /course/{id}/content?list=…, with a search, and for who teaches a
// filter by publication.
import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n.ts'
import type { ActivityRow } from '../../../parts/learning/course/content.ts'
import { usePaged } from '../../../parts/base/page/paged.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { PagedList } from '../../../ui/table/paged-list.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Empty } from '../../../ui/states.tsx'
import { type ListName, listCalls } from '../../../parts/learning/course/content-lists.ts'

const states = ['published', 'drafts'] as const

export default function ContentList({
  course,
  list: name,
  choice,
  teaches,
  row,
}: {
  course: string
  list: ListName
  /** The choice between lists, before the search. */
  choice: ReactNode
  teaches: boolean
  row: (activity: ActivityRow) => ReactNode
}) {
  const t = useTexts('content-lists')
  const tc = useTexts('course')
  const list = usePaged(
    ({ page, size, find, filters: { state } }) => {
      const conditions = {
        ...(find && { keyword: find }),
        ...(teaches && states.some((one) => one === state) && { published: state === 'published' }),
      }
      return query(
        // all of them have one shape
        listCalls[name] as (typeof listCalls)['score-list'],
        {
          params: { id: course },
          query: { page, page_size: size, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
        },
      )
    },
    { filters: ['state'] },
  )
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-3">
        {choice}
        <SearchInput
          label={tc('find')}
          value={list.find}
          busy={list.stale}
          onSearch={(find) => list.change({ find })}
          className="w-[220px] max-tablet:w-full"
        />
        {teaches && (
          <Segmented
            label={tc('show')}
            value={states.find((state) => state === list.filters.state) ?? 'all'}
            onChange={(state) => list.change({ filters: { state: state === 'all' ? undefined : state } })}
            options={[
              { value: 'all' as const, label: tc('filter.all') },
              ...states.map((state) => ({ value: state, label: tc(`filter.${state}`) })),
            ]}
          />
        )}
      </div>
      <PagedList
        list={list}
        failedTitle={t('failed')}
        empty={<Empty title={t('empty')} />}
        nothingFits={
          <Empty title={tc('nothingFits')}>
            <Button onClick={list.clear}>{tc('clearFilter')}</Button>
          </Empty>
        }
      >
        {(rows) => (
          <ul aria-label={t(`list.${name}`)} className="surface-card overflow-hidden">
            {rows.map(row)}
          </ul>
        )}
      </PagedList>
    </>
  )
}
