// Exhibits of paged lists, pagination and search fields.
import { holding } from '@lyceum/kit/text/folded'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { usePaged } from '../../parts/base/page/paged.ts'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/table/paged-list.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import type { ListRequest } from '../../ui/table/paging.ts'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table/table.tsx'
import { exhibit } from '../exhibit.ts'
import { people } from '../people.ts'

/** A fake server of 95 persons that can be set to fail; its requests are in data-asked. */
function server() {
  const requests: string[] = []
  const state = { fails: false, none: false }
  const answer = async ({ page, size, find, filters }: ListRequest) => {
    requests.push([page, size, find, filters.role].filter(Boolean).join(' '))
    await new Promise((done) => setTimeout(done, 60))
    if (state.fails) throw new Error('away')
    const fit = people(state.none ? 0 : 95).filter(
      (person) => holding(find)(person.name) && (!filters.role || person.role === filters.role),
    )
    return {
      items: fit.slice((page - 1) * size, page * size),
      page,
      page_size: size,
      pages: Math.ceil(fit.length / size),
      total: fit.length,
    }
  }
  return { requests, state, answer }
}

function People({ from }: { from: ReturnType<typeof server> }) {
  const list = usePaged((request) => ({ queryKey: ['people', request], queryFn: () => from.answer(request) }), {
    filters: ['role'],
    size: 20,
  })
  const { search } = useLocation()
  return (
    <div data-asked={from.requests.join(', ')} data-address={search} data-total={list.total} data-page={list.page} className="space-y-3">
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
            rowKey={(person) => person.id}
            columns={[
              { key: 'name', head: 'Name', cell: (person) => person.name },
              { key: 'role', head: 'Role', cell: (person) => person.role },
            ]}
          />
        )}
      </PagedList>
    </div>
  )
}

function Isolated({ children, address }: { children: (from: ReturnType<typeof server>) => ReactElement; address: string }) {
  const [from] = useState(server)
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } }))
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{children(from)}</MemoryRouter>
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
  startPage = 5,
  total = 12_480,
  scroll = true,
}: {
  simple?: boolean
  startPage?: number
  total?: number
  scroll?: boolean
}) {
  const [[page, size], set] = useState<[number, number]>([startPage, 20])
  return (
    <Pagination
      page={page}
      pages={Math.ceil(total / size)}
      pageSize={size}
      total={total}
      scroll={scroll}
      simple={simple}
      onChange={(nextPage, of) => set([nextPage, of])}
    />
  )
}

export default exhibit({
  people: { alone: true, show: <Isolated address="/">{list}</Isolated>, until: 'table, li' },
  'beyond the data': { alone: true, show: <Isolated address="/?page=40&page_size=50">{list}</Isolated>, until: 'table, li' },
  'nobody yet': { alone: true, show: <Isolated address="/">{nobody}</Isolated>, until: 'text=Nobody yet' },
  'nobody matches': { alone: true, show: <Isolated address="/?q=zzz">{list}</Isolated>, until: 'text=Nobody matches' },
  failed: { alone: true, show: <Isolated address="/?page=3">{broken}</Isolated>, until: '[role=alert]' },
  pages: Pages,
  'the first of them': <Pages startPage={1} />,
  'the last of them': <Pages startPage={624} />,
  'few of them': <Pages startPage={2} total={95} />,
  'one of them': <Pages startPage={1} total={14} />,
  'that leave the page where it is': <Pages scroll={false} />,
  simple: <Pages simple />,
  'simple, the first': <Pages simple startPage={1} />,
  search: <SearchInput label="Find a person" value="" onSearch={() => {}} />,
  'search, narrowed and busy': <SearchInput label="Find a person" value="Mori" onSearch={() => {}} busy />,
  'search is off': <SearchInput label="Find a person" value="" onSearch={() => {}} off="Wait until the list is there" />,
})
