// Page of my groups, /user/resource-groups: those that share, and those of teaching and research, which have pages of their own.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Tile } from '../../ui/marks/chip.tsx'
import { list } from '../../ui/format.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { NameDialog } from '../../parts/base/files/name-dialog.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { ResourcesFrame } from './resources-frame.tsx'

export default function GroupsPage() {
  const t = useTexts('upload')
  const me = useMe()
  const go = useNavigate()
  const [params, setParams] = useSearchParams()
  const [page, keyword] = [Math.max(1, Number(params.get('page')) || 1), params.get('q') ?? '']
  const [creating, setCreating] = useState(false)
  const { data, error, errorUpdatedAt, refetch, isPlaceholderData } = useQuery({
    ...query('GET /api/resource-groups', {
      query: { page, page_size: 10, ...(keyword && { conditions: JSON.stringify({ keyword }) }) },
    }),
    placeholderData: keepPreviousData,
  })
  const createButton = me.mayTeach && (
    <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('newGroup')}
    </Button>
  )
  return (
    <ResourcesFrame current="groups">
      <div className="min-w-0 flex-1 space-y-3.5 p-6 pt-4 max-tablet:p-4">
        <div className="flex flex-wrap items-center gap-2.5">
          <PageTitle title={t('sharingGroups')} className="flex-1 font-title text-title font-bold" />
          <SearchInput
            label={t('findGroup')}
            value={keyword}
            busy={isPlaceholderData}
            onSearch={(text) => setParams(text ? { q: text } : {}, { replace: true })}
            className="w-[190px] max-tablet:order-last max-tablet:w-full"
          />
          {createButton}
        </div>
        {error && !data ? (
          <ReadFailed title={t('groupsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : data.total === 0 ? (
          keyword ? (
            <Empty title={t('nothingFits')} />
          ) : (
            <Empty title={t('noGroups')} text={t('noGroupsText')} />
          )
        ) : (
          <ul className="surface-card divide-y divide-line">
            {data.items.map((group) => (
              <li key={group.id} className="relative flex min-h-14 items-center gap-3 px-3.5 py-2 hover:bg-hover">
                <Tile tone="note" icon={Users} size={30} />
                <div className="min-w-0 flex-1">
                  <Link
                    to={group.kind === 'vtrs' ? paths.vtrs(group.id, 'files') : paths.resourceGroupFiles(group.id)}
                    className="text-body font-medium break-words after:absolute after:inset-0"
                  >
                    {group.name}
                  </Link>
                  <p className="text-caption text-text-2">
                    {t('membersCount', { count: group.member_count })}, {t('itemsCount', { count: group.file_count })}
                    {group.kind === 'vtrs' && (group.schools.length > 1 || group.org.id !== me.org?.id) && <> · {list(group.schools)}</>}
                  </p>
                </div>
                {group.kind === 'vtrs' && <Chip tone="outline">{t('vtrsGroup')}</Chip>}
                {group.role && group.role !== 'member' && <Chip tone="neutral">{t(`role.${group.role}`)}</Chip>}
              </li>
            ))}
          </ul>
        )}
        {data && data.pages > 1 && (
          <Pagination
            page={data.page}
            pages={data.pages}
            pageSize={10}
            total={data.total}
            onChange={(nextPage) => setParams({ ...(keyword && { q: keyword }), ...(nextPage > 1 && { page: String(nextPage) }) })}
          />
        )}
        {creating && (
          <NameDialog
            title={t('newGroup')}
            label={t('groupName')}
            act={t('create')}
            file={false}
            onClose={() => setCreating(false)}
            onSave={async (name) => {
              const { id } = await call('POST /api/resource-groups', { body: { name } })
              await invalidate('GET /api/resource-groups')
              void go(paths.resourceGroup(id))
            }}
          />
        )}
      </div>
    </ResourcesFrame>
  )
}
