// Frame of the file pages: a menu of my files, sharing groups and deleted files, with the storage at its foot; on a phone a row of chips.
import { useQuery } from '@tanstack/react-query'
import { Folder, Share2, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { classes } from '../../ui/class-names.ts'
import { useCurrentInSight } from '../../ui/current-in-sight.ts'
import { StorageBar } from './storage-bar.tsx'

export type ResourcesSection = 'mine' | 'groups' | 'deleted'
const countOnly = { page: 1, page_size: 1 }

export function ResourcesFrame({ current, children }: { current: ResourcesSection; children: ReactNode }) {
  const t = useTexts('upload')
  const groups = useQuery(query('GET /api/resource-groups', { query: countOnly })).data?.total
  const mine = useQuery(query('GET /api/uploads', { query: countOnly })).data?.total
  const deleted = useQuery(query('GET /api/deleted-uploads', { query: countOnly })).data?.total
  const entries = [
    { key: 'mine', to: paths.resources(), icon: Folder, text: t('myFiles'), count: mine },
    { key: 'groups', to: paths.resourceGroups(), icon: Share2, text: t('sharingGroups'), count: groups },
    { key: 'deleted', to: paths.deletedResources(), icon: Trash2, text: t('deleted'), count: deleted },
  ] as const
  const row = useCurrentInSight<HTMLUListElement>(current)
  return (
    <div className="flex flex-1 max-tablet:flex-col">
      <div className="flex shrink-0 flex-col max-tablet:border-b max-tablet:border-line max-tablet:bg-surface tablet:w-[196px] tablet:border-r tablet:border-line small:w-[220px]">
        <nav aria-label={t('resources')} className="flex-1">
          <ul
            ref={row}
            className="flex gap-1 tablet:flex-col tablet:p-3 tablet:pt-4 max-tablet:gap-2 max-tablet:overflow-x-auto max-tablet:px-4 max-tablet:py-2"
          >
            {entries.map(({ key, to, icon: Icon, text, count }) => {
              const isCurrent = key === current
              return (
                <li key={key} className="shrink-0">
                  <Link
                    to={to}
                    aria-current={isCurrent ? 'page' : undefined}
                    className={classes(
                      'flex min-h-[34px] items-center gap-2.5 rounded-control px-2.5 text-body font-medium max-tablet:min-h-11 max-tablet:rounded-full max-tablet:px-3.5',
                      isCurrent ? 'bg-accent-soft text-accent-soft-text' : 'text-text-2 hover:bg-hover max-tablet:bg-sunken',
                    )}
                  >
                    <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
                    <span className="flex-1">{text}</span>
                    {Boolean(count) && <span className="tabular text-caption font-normal">{count}</span>}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        <div
          className={classes(
            current !== 'mine' && 'max-tablet:hidden',
            'tablet:sticky tablet:bottom-0 p-3 tablet:pb-4 max-tablet:px-4 max-tablet:pt-1',
          )}
        >
          <StorageBar />
        </div>
      </div>
      {children}
    </div>
  )
}
