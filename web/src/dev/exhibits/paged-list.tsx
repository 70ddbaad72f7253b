import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { usePaged } from '../../parts/page/paged.ts'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import type { Asked } from '../../ui/paging.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'

/** A server of 95 people that can be made to fail; what it was asked stands in data-asked. */
function server() {
  const asked: string[] = []
  const state = { fails: false, none: false }
  const answer = async ({ page, size, find, filters }: Asked) => {
    asked.push([page, size, find, filters.role].filter(Boolean).join(' '))
    await new Promise((done) => setTimeout(done, 60))
    if (state.fails) throw new Error('away')
    const fit = people(state.none ? 0 : 95).filter(
      (one) => one.name.toLowerCase().includes(find.toLowerCase()) && (!filters.role || one.role === filters.role),
    )
    return {
      items: fit.slice((page - 1) * size, page * size),
      page,
      page_size: size,
      pages: Math.ceil(fit.length / size),
      total: fit.length,
    }
  }
  return { asked, state, answer }
}

function People({ from }: { from: ReturnType<typeof server> }) {
  const list = usePaged((asked) => ({ queryKey: ['people', asked], queryFn: () => from.answer(asked) }), { filters: ['role'] })
  const { search } = useLocation()
  return (
    <div data-asked={from.asked.join(', ')} data-address={search} data-total={list.total} data-page={list.page} className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <SearchInput
          label="Name"
          value={list.find}
          busy={list.stale}
          onSearch={(find) => list.change({ find })}
          className="w-[240px] max-tablet:w-full"
        />
        <Segmented
          label="Role"
          value={list.filters.role ?? 'all'}
          onChange={(role) => list.change({ filters: { role: role === 'all' ? undefined : role } })}
          options={['all', 'Student', 'Instructor'].map((value) => ({ value, label: value }))}
        />
        <Button
          onClick={() => {
            from.state.fails = !from.state.fails
          }}
        >
          Break or mend
        </Button>
      </div>
      <PagedList
        list={list}
        failedTitle="This list did not load"
        empty={<Empty title="Nobody yet" />}
        nothingFits={
          <Empty title="Nobody matches">
            <Button onClick={list.clear}>Show all</Button>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            caption="People"
            rows={rows}
            rowKey={(one) => one.id}
            columns={[
              { key: 'name', head: 'Name', cell: (one) => one.name },
              { key: 'role', head: 'Role', cell: (one) => one.role },
            ]}
          />
        )}
      </PagedList>
    </div>
  )
}

function Apart({ children, at }: { children: (from: ReturnType<typeof server>) => ReactElement; at: string }) {
  const [from] = useState(server)
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } }))
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>{children(from)}</MemoryRouter>
    </QueryClientProvider>
  )
}

const list = (from: ReturnType<typeof server>) => <People from={from} />
const nobody = (from: ReturnType<typeof server>) => {
  from.state.none = true
  return <People from={from} />
}
const broken = (from: ReturnType<typeof server>) => {
  from.state.fails = true
  return <People from={from} />
}
function Pages({
  simple = false,
  at = 5,
  total = 12_480,
  scroll = true,
}: {
  simple?: boolean
  at?: number
  total?: number
  scroll?: boolean
}) {
  const [[page, size], set] = useState<[number, number]>([at, 20])
  return (
    <Pagination
      page={page}
      pages={Math.ceil(total / size)}
      pageSize={size}
      total={total}
      scroll={scroll}
      simple={simple}
      onChange={(to, of) => set([to, of])}
    />
  )
}

export default exhibit({
  people: { alone: true, show: <Apart at="/">{list}</Apart>, until: 'table, li' },
  'beyond the data': { alone: true, show: <Apart at="/?page=40&page_size=50">{list}</Apart>, until: 'table, li' },
  'nobody yet': { alone: true, show: <Apart at="/">{nobody}</Apart>, until: 'text=Nobody yet' },
  'nobody matches': { alone: true, show: <Apart at="/?q=zzz">{list}</Apart>, until: 'text=Nobody matches' },
  failed: { alone: true, show: <Apart at="/?page=3">{broken}</Apart>, until: '[role=alert]' },
  pages: Pages,
  'the first of them': <Pages at={1} />,
  'the last of them': <Pages at={624} />,
  'few of them': <Pages at={2} total={95} />,
  'one of them': <Pages at={1} total={14} />,
  'that leave the page where it is': <Pages scroll={false} />,
  simple: <Pages simple />,
  'simple, the first': <Pages simple at={1} />,
  search: <SearchInput label="Find a person" value="" onSearch={() => {}} />,
  'search, narrowed and busy': <SearchInput label="Find a person" value="Mori" onSearch={() => {}} busy />,
  'search is off': <SearchInput label="Find a person" value="" onSearch={() => {}} off="Wait until the list is there" />,
})
