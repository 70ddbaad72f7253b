// The search over all that I may see, /search: the best matches of every part side by side, or one part page by page. The words are
// in the address. The arrow keys go from match to match.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ComponentType, KeyboardEvent, ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { Button } from '../../ui/button.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { Tabs, useTabs } from '../../ui/menus/tabs.tsx'
import { lines } from './match-lines.tsx'
import { few, type SearchAnswer, many, type Match, type Part, parts, searchQuery } from './queries.ts'

export default function SearchPage() {
  const t = useTexts('search')
  const wired = useTabs()
  const [params, setParams] = useSearchParams()
  const keyword = (params.get('q') ?? '').trim().slice(0, 100)
  const part = parts.find((one) => one === params.get('part'))
  const overview = useQuery({ ...searchQuery({ keyword, page_size: few }), enabled: keyword !== '', placeholderData: keepPreviousData })
  const go = (next: { q?: string; part?: Part | 'all'; page?: number }, replace = false) => {
    const { q = keyword, part: chosen = part ?? 'all', page = 1 } = next
    setParams({ q, ...(chosen !== 'all' && { part: chosen }), ...(page > 1 && { page: String(page) }) }, { replace })
  }
  const { data, error } = overview
  const counts = (one: Part) => data?.[one]?.total
  return (
    <div className="mx-auto w-full max-w-[860px] px-8 py-3 max-tablet:px-4">
      <PageTitle title={keyword ? t('titleFor', { text: keyword }) : t('title')} className="screen-reader" />
      <SearchInput
        label={t('field')}
        value={keyword}
        busy={overview.isFetching}
        onSearch={(q) => go({ q }, keyword !== '')}
        className="mt-1 mb-3"
      />
      {keyword === '' ? (
        <Empty title={t('start')} text={t('startText')} />
      ) : (
        <>
          <Tabs
            label={t('parts')}
            value={part ?? 'all'}
            onChange={(next) => go({ part: next })}
            tabs={[{ value: 'all' as const, label: t('all') }, ...parts.map((one) => ({ value: one, label: t(one), count: counts(one) }))]}
            wired={wired}
            className="mb-4"
          />
          <div {...wired.panelProps(part ?? 'all')} onKeyDown={moveByArrows}>
            {part ? (
              <OnePart
                key={part}
                part={part}
                keyword={keyword}
                page={Math.max(1, Number(params.get('page')) || 1)}
                onPage={(page) => go({ page })}
              />
            ) : data ? (
              <Overview
                found={data}
                at={overview.dataUpdatedAt}
                keyword={keyword}
                onPart={(next) => go({ part: next })}
                onRetry={() => void overview.refetch()}
              />
            ) : error ? (
              <ReadFailed title={t('failed')} error={error} at={overview.errorUpdatedAt} onRetry={() => void overview.refetch()} />
            ) : (
              <SkeletonRows rows={6} />
            )}
          </div>
        </>
      )}
    </div>
  )
}

type OverviewProps = { found: SearchAnswer; at: number; keyword: string; onPart: (part: Part) => void; onRetry: () => void }

function Overview({ found, at, keyword, onPart, onRetry }: OverviewProps) {
  const t = useTexts('search')
  const filled = parts.filter((part) => (found[part]?.total ?? 0) > 0 || found.away.includes(part))
  if (filled.length === 0) return <Empty title={t('none', { text: keyword })} text={t('noneText')} />
  return filled.map((part) => {
    const { items, total } = found[part] ?? { items: [], total: 0 }
    return (
      <section key={part} aria-labelledby={`found-${part}`} className="mb-6">
        <h2 id={`found-${part}`} className="mb-2 text-body font-semibold">
          {t(part)}
        </h2>
        {found.away.includes(part) ? (
          <ReadFailed title={t('partFailed')} error={undefined} at={at} onRetry={onRetry} />
        ) : (
          <>
            <Matches part={part} items={items} keyword={keyword} />
            {total > items.length && (
              <Button variant="link" icon={ArrowRight} onClick={() => onPart(part)} className="mt-1.5">
                {t('showAll', { count: total })}
              </Button>
            )}
          </>
        )}
      </section>
    )
  })
}

function OnePart({ part, keyword, page, onPage }: { part: Part; keyword: string; page: number; onPage: (page: number) => void }) {
  const t = useTexts('search')
  const read = useQuery({ ...searchQuery({ keyword, part, page, page_size: many }), placeholderData: keepPreviousData })
  const found = read.data?.[part]
  if (!found)
    return read.error || read.data?.away.includes(part) ? (
      <ReadFailed
        title={t('partFailed')}
        error={read.error}
        at={read.errorUpdatedAt || read.dataUpdatedAt}
        onRetry={() => void read.refetch()}
      />
    ) : (
      <SkeletonRows rows={6} />
    )
  if (found.total === 0) return <Empty title={t('none', { text: keyword })} text={t('noneText')} />
  return (
    <>
      <Matches part={part} items={found.items} keyword={keyword} />
      {found.pages > 1 && (
        <div className="mt-3">
          <Pagination simple page={page} pages={found.pages} pageSize={many} total={found.total} onChange={onPage} />
        </div>
      )}
    </>
  )
}

function Matches<P extends Part>({ part, items, keyword }: { part: P; items: readonly Match<P>[]; keyword: string }): ReactNode {
  const Line = lines[part] as unknown as ComponentType<{ match: Match<P>; keyword: string }>
  return (
    <ul className="surface-card overflow-hidden">
      {items.map((match) => (
        <Line key={'activity_id' in match ? match.activity_id : match.id} match={match} keyword={keyword} />
      ))}
    </ul>
  )
}

/** The arrow keys move the focus among the matches. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const matches = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-match]')]
  const at = matches.indexOf(document.activeElement as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  matches[Math.min(Math.max(0, at + step), matches.length - 1)]?.focus()
}
